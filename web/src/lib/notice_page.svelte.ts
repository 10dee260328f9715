/** How I am notified that it is my turn, as the server knows it. */

import type { Notices } from "../generated/wire";
import { api, explained } from "./api";
import { isDenied, subscribe } from "./push";

export class NoticePage {
  now = $state.raw<Notices | null>(null);
  wrong = $state("");
  busy = $state("");
  denied = $state(isDenied());
  readonly reaches = $derived(this.now?.channels.some((one) => one.state === "on") ?? false);

  /** Read the page. A time zone that the server does not know yet comes from this browser. */
  async load(): Promise<void> {
    await this.act("load", async () => {
      const found = await api.notices();
      if (found.zone) return found;
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      return zone ? api.setNotices({ zone }).catch(() => found) : found;
    });
  }

  async act(what: string, job: () => Promise<Notices | null>): Promise<boolean> {
    this.busy = what;
    this.wrong = "";
    try {
      this.now = (await job()) ?? this.now;
      return true;
    } catch (failed) {
      this.wrong = explained(failed);
      return false;
    } finally {
      this.busy = "";
    }
  }

  /** Subscribe this browser. */
  async push(failedText: string): Promise<void> {
    const key = this.now?.push_key;
    if (!key) return;
    await this.act("push", async () => {
      let made = null;
      try {
        made = await subscribe(key);
      } catch {
        this.wrong = failedText;
        return null;
      } finally {
        this.denied = isDenied();
      }
      return made && api.addChannel(made);
    });
  }
}
