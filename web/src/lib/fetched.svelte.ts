/** Something fetched, with its loading and its failing, again when the language changes. */

import { failure, type Failed } from "./api";
import { settings } from "./settings.svelte";

export class Fetched<T> {
  value = $state.raw<T | null>(null);
  failed = $state.raw<Failed | null>(null);

  constructor(private readonly fetch: () => Promise<T>) {
    $effect(() => {
      void settings.language;
      void this.load();
    });
  }

  async load(): Promise<void> {
    try {
      this.value = await this.fetch();
      this.failed = null;
    } catch (failed) {
      this.failed = failure(failed);
    }
  }
}
