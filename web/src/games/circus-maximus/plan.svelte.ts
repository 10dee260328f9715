/** The choice being made: a speed, or four points. The board and the panel show the same one. */

import type { Game, Move } from "../../generated/circus-maximus";
import type { Ask, Option } from "../../generated/wire";

class Draft {
  private ask = -1;
  speed = $state(-1);
  whip = $state(false);
  points = $state.raw<number[]>([1, 1, 1, 1]);

  /** Starts again when the question is a new one: with the default, or with what a lesson allows. */
  about(ask: Ask<Game>): void {
    if (ask.number === this.ask) return;
    this.ask = ask.number;
    const first = ask.options?.[ask.default];
    const usual = (first?.closed ? ask.options?.find((o) => !o.closed) : first)?.move;
    this.whip = false;
    if (usual?.type === "Write") this.speed = usual.speed;
    if (usual?.type === "Allot")
      this.points = [usual.driver, usual.car, usual.speed, usual.endurance];
  }

  option(ask: Ask<Game> | undefined): Option<Game> | null {
    return ask?.options?.find((o) => this.is(o.move)) ?? null;
  }
  private is(move: Move): boolean {
    if (move.type === "Write") return move.speed === this.speed && move.whip === this.whip;
    if (move.type !== "Allot") return false;
    return [move.driver, move.car, move.speed, move.endurance].every(
      (n, i) => n === this.points[i],
    );
  }
}

export const draft = new Draft();
