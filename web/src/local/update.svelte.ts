/** The service worker of this site: it keeps the files, and a new version waits until it may. */

import { addressOf, BASE } from "../lib/base";

class Update {
  /** A new version waits. */
  isReady = $state(false);
  /** It was refused, because a race is open in another tab. */
  isRefused = $state(false);
  /** A new version has taken over from the one that these pages are of. */
  isReplaced = $state(false);
  private waiting: ServiceWorker | null = null;

  /** Keep the site for use without a network, from now on, if this browser keeps anything. */
  async watch(): Promise<void> {
    if (!("serviceWorker" in navigator)) return;
    let isSeen = navigator.serviceWorker.controller !== null;
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      this.isReplaced = isSeen; // the first one has the same files
      isSeen = true;
    });
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      this.isRefused = data === "racing";
    });
    try {
      const found = await navigator.serviceWorker.register(addressOf("/service_worker.js"));
      this.look(found);
      found.addEventListener("updatefound", () => {
        found.installing?.addEventListener("statechange", () => this.look(found));
      });
    } catch {
      // without it the site needs its host, as before
    }
  }

  private look(found: ServiceWorkerRegistration): void {
    this.waiting = found.waiting;
    this.isReady = found.waiting !== null && navigator.serviceWorker.controller !== null;
  }

  /** Let the new version take over, unless a race is open. */
  use(): void {
    this.waiting?.postMessage("update");
  }
}

export const update = new Update();

/** Hold off updates while a race is open here; returns the way to end it. */
export function holdRace(): () => void {
  const end = new AbortController();
  const ended = new Promise<void>((done) => end.signal.addEventListener("abort", () => done()));
  navigator.locks
    ?.request(`paddock race ${BASE}`, { mode: "shared" }, () => ended)
    .catch(() => undefined); // a browser that keeps nothing gets no update either
  return () => end.abort();
}
