/** Who I am here. */

import type { Person } from "../generated/wire";
import { api } from "./api";

class Me {
  person = $state.raw<Person | null>(null);
  name = $derived(this.person?.name ?? "…");
  private asked: Promise<void> | null = null;
  private channel: BroadcastChannel | null = null;
  private listeners = new Set<() => void>();

  /** Asks once; a page that changes who I am says so with `set`. */
  load(): Promise<void> {
    this.listen();
    this.asked ??= api.me().then(
      (person) => this.set(person),
      () => {
        this.asked = null;
      },
    );
    return this.asked;
  }

  /** All tabs share one cookie: tell the others who it belongs to now. */
  set(person: Person): void {
    this.person = person;
    this.channel?.postMessage({ ...person });
  }

  /** Calls back after another tab has signed in or out. Returns the way to stop it. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private listen(): void {
    if (this.channel || typeof BroadcastChannel === "undefined") return;
    this.channel = new BroadcastChannel("paddock-person");
    this.channel.onmessage = ({ data }: MessageEvent<Person>) => {
      const { id, name, login } = this.person ?? {};
      if (data.id !== id || data.name !== name || data.login !== login) void this.reload();
    };
  }

  /** Asks the server again, because the cookie counts and not the message. */
  async reload(): Promise<void> {
    const { id, login } = this.person ?? {};
    try {
      this.person = await api.me();
    } catch {
      return; // offline: the next change or page load asks again
    }
    if (this.person.id === id && this.person.login === login) return; // only the name changed
    for (const listener of this.listeners) listener();
  }

  forget(): void {
    this.asked = null;
  }
}

export const me = new Me();
