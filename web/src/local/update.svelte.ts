/** The service worker of this site: it keeps the files, and a new version waits until it may. */

import { addressOf, BASE } from "../lib/base";

class Update {
  /** A new version waits. */
  isReady = $state(false);
  /** It was refused, because a race is open in another tab. */
  isRefused = $state(false);
  private waiting: ServiceWorker | null = null;

  /** Keep the site for use without a network, from now on. */
  async watch(): Promise<void> {
    if (!("serviceWorker" in navigator)) return;
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      this.isRefused = data === "racing";
    });
    const found = await navigator.serviceWorker.register(addressOf("/service_worker.js"));
    this.look(found);
    found.addEventListener("updatefound", () => {
      found.installing?.addEventListener("statechange", () => this.look(found));
    });
  }

  private look(found: ServiceWorkerRegistration): void {
    this.waiting = found.waiting;
    this.isReady = found.waiting !== null && navigator.serviceWorker.controller !== null;
  }

  /** Load the new version, unless a race is open. */
  use(): void {
    const reload = () => location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
    this.waiting?.postMessage("update");
  }
}

export const update = new Update();

/** Hold off updates while a race is open here; returns the way to end it. */
export function holdRace(): () => void {
  const end = new AbortController();
  const ended = new Promise<void>((done) => end.signal.addEventListener("abort", () => done()));
  void navigator.locks.request(`paddock race ${BASE}`, { mode: "shared" }, () => ended);
  return () => end.abort();
}
