/** Who I am here. */

import type { Person } from "../generated/wire";
import { api } from "./api";

class Me {
  person = $state.raw<Person | null>(null);
  name = $derived(this.person?.name ?? "…");
  private asked: Promise<void> | null = null;

  /** Asks once; a page that changes who I am says so with `set`. */
  load(): Promise<void> {
    this.asked ??= api.me().then(
      (person) => this.set(person),
      () => {
        this.asked = null;
      },
    );
    return this.asked;
  }

  set(person: Person): void {
    this.person = person;
  }

  forget(): void {
    this.asked = null;
  }
}

export const me = new Me();
