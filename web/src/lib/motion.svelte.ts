/** What moves on a board. A result is shown only after the board has come to rest, so all that moves
 * is seen here: CSS transitions, Web Animations, and the glides below. */

import { untrack } from "svelte";
import { cubicInOut } from "svelte/easing";
import { Tween } from "svelte/motion";
import { moving } from "./settings.svelte";

/** Milliseconds: what moves for longer, or without end, does not stand for a turn. */
export const LONGEST_MOTION = 1_000;

/** A place along a road, in spaces, and across it. */
export interface Place {
  pos: number;
  side: number;
}

const gliding = new Map<Glide, Promise<void>>();

/** The share of the usual time that a motion takes now: while many turns wait, cars move faster. */
let share = 1;
const LEAST_SHARE = 0.5; // it can still be followed
export function hurry(given: number): void {
  share = Math.min(1, Math.max(LEAST_SHARE, given));
}

/** A piece on its way along a road; made while its component is. */
export class Glide {
  private readonly tween: Tween<Place>;

  /** `time` says how many milliseconds a number of spaces takes; 0 is no motion. */
  constructor(place: () => Place, time: (spaces: number) => number) {
    this.tween = new Tween(untrack(place), { easing: cubicInOut });
    $effect(() => {
      const [to, moves] = [place(), moving()]; // what is skipped is set again where motion ends
      untrack(() => this.go(to, moves ? time(Math.abs(to.pos - this.tween.target.pos)) : 0));
    });
    $effect(() => () => gliding.delete(this));
  }

  get current(): Place {
    return this.tween.current;
  }

  private go(to: Place, duration: number): void {
    const { pos, side } = this.tween.target;
    if (duration > 0 && to.pos === pos && to.side === side) return; // there, or on its way there
    const arrived = this.tween.set(to, { duration: duration * share });
    if (duration === 0) {
      gliding.delete(this);
      return;
    }
    gliding.set(this, arrived);
    void arrived.then(() => gliding.get(this) === arrived && gliding.delete(this));
  }
}

/** When everything that moves now on a board has come to rest; nothing where nothing moves. */
export function rest(board: Element | null): Promise<unknown> | null {
  const styled = (board?.getAnimations({ subtree: true }) ?? []).filter(
    (one) =>
      one.playState === "running" &&
      Number(one.effect?.getComputedTiming().endTime) <= LONGEST_MOTION,
  );
  const all = [...gliding.values(), ...styled.map((one) => one.finished)];
  return all.length ? Promise.allSettled(all) : null;
}
