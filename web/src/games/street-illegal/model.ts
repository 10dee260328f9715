/** What the board works out from a view: which car is drawn where, and the duel to show. */

import type { Game, View } from "../../generated/street-illegal";
import { HIDDEN, mph, PRO } from "./cards";

export type Event = Game["Event"];

export interface Place {
  key: string;
  seat: number | null;
  place: number; // from 1; 0 before the grid is known
}

export function places(view: View): Place[] {
  const order = view.order.length ? view.order : view.cars.map((_, seat) => seat);
  let pros = 0;
  return order.map((seat, i) => ({
    key: seat === PRO ? `pro-${pros++}` : `seat-${seat}`,
    seat: seat === PRO ? null : seat,
    place: view.order.length ? i + 1 : 0,
  }));
}

// ---------------------------------------------------------------- the duel on the board

export interface Side {
  seat: number | null;
  speed: number | null;
  chips: number | null; // null: not yet; HIDDEN: chosen in secret
  cards: number[];
}
export interface Face {
  attacker: Side;
  defender: Side;
  third: boolean | null;
  winner: "attacker" | "defender" | null;
}

const driver = (view: View, seat: number): Side => ({
  seat: seat === PRO ? null : seat,
  speed: view.cars[seat]?.speed ?? null,
  chips: null,
  cards: [],
});

/** The duel that is being decided. */
export function duelOf(view: View): Face | null {
  const phase = view.phase;
  const face = (by: Side, whom: Side, third: boolean | null): Face => ({
    attacker: by,
    defender: whom,
    third,
    winner: null,
  });
  if (phase.type === "Duel") {
    const back = { ...driver(view, phase.back), chips: phase.back_chips };
    return face(back, { ...driver(view, phase.front), chips: phase.front_chips }, null);
  }
  if (phase.type === "Nitrous") {
    const tied = (seat: number, card: number | null): Side => ({
      ...driver(view, seat),
      speed: phase.tied_at,
      chips: card === null ? null : HIDDEN,
    });
    return face(tied(phase.back, phase.back_card), tied(phase.front, phase.front_card), null);
  }
  if (phase.type !== "ProDuel") return null;
  const me = driver(view, phase.seat);
  const pro = { ...driver(view, PRO), speed: phase.speed, cards: [phase.first, phase.second] };
  const attacking = view.order[phase.at] === phase.seat;
  return attacking ? face(me, pro, phase.third) : face(pro, me, phase.third);
}

/** The duel as an event shows it, after those before it; null: the event is not of a duel. */
export function staged(face: Face | null, view: View, event: Event): Face | null {
  switch (event.type) {
    case "Attacked":
      return {
        attacker: driver(view, event.by),
        defender: driver(view, event.whom),
        third: null,
        winner: null,
      };
    case "Turned":
      if (event.seat !== PRO) return null;
      return change(face, event.seat, (side) => ({ cards: [...side.cards, event.card] }));
    case "Spent":
      return change(face, event.seat, () => ({ chips: event.chips }));
    case "Raised":
      return change(face, event.seat, () => ({ cards: event.card < 0 ? [] : [event.card] }));
    case "Passed":
    case "Held": {
      const winner = event.type === "Passed" ? "attacker" : "defender";
      const told = change(face, event.by, () => ({ speed: event.mine }));
      const both = change(told, event.whom, () => ({ speed: event.theirs }));
      return both && { ...both, third: null, winner };
    }
    default:
      return null;
  }
}

function change(face: Face | null, seat: number, what: (side: Side) => Partial<Side>): Face | null {
  if (!face) return null;
  const of = (side: Side) =>
    side.seat === (seat === PRO ? null : seat) ? { ...side, ...what(side) } : side;
  return { ...face, attacker: of(face.attacker), defender: of(face.defender) };
}

/** The numbers on some cards, for the eye. */
export const sum = (cards: readonly number[]): number =>
  cards.reduce((all, card) => all + mph(card), 0);
