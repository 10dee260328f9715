/** How events are shown: how long each takes, and what it changes on the board meanwhile. */

import type { CarSeen } from "../../generated/street-illegal";
import type { Event, Seen } from "./model";

const PACE: Partial<Record<Event["type"], number>> = {
  Placed: 300,
  LinedUp: 200,
  LegBegan: 800,
  Turned: 350,
  Dropped: 200,
  Earned: 300,
  Drove: 450,
  Drew: 120,
  Optimized: 200,
  Waited: 150,
  Paid: 400,
  Braked: 500,
  Attacked: 500,
  Stayed: 150,
  Spent: 350,
  Raised: 400,
  Passed: 900,
  Held: 700,
  Ended: 600,
};

export function pace(event: Event): number {
  return PACE[event.type] ?? 0;
}

function car(view: Seen, seat: number, change: (rival: CarSeen) => Partial<CarSeen>): Seen {
  if (seat < 0) return view;
  const cars = view.cars.map((r, s) => (s === seat ? { ...r, ...change(r) } : r));
  return { ...view, cars };
}

const chips = (view: Seen, seat: number, n: number): Seen =>
  car(view, seat, (r) => ({ chips: r.chips === null ? null : Math.max(0, r.chips + n) }));

/** The view after an event, as well as one can tell; the server's own follows at the end. */
export function advance(view: Seen, event: Event): Seen {
  switch (event.type) {
    case "LegBegan":
      return { ...view, leg: event.leg - 1, duel: null, turned: null };
    case "LinedUp":
      return car(view, event.seat, (r) => ({ up: event.up, hand: Math.max(0, r.hand - 3) }));
    case "Turned":
      if (event.seat >= 0) return { ...view, turned: event.card, duel: null };
      return view.duel
        ? { ...view, duel: { ...view.duel, cards: [...view.duel.cards, event.card] } }
        : view;
    case "Dropped": {
      const turned = view.turned;
      const next = { ...view, turned: null };
      if (turned === null || turned === undefined) return next;
      return car(next, event.seat, (r) => {
        const slot = r.up.indexOf(event.card);
        return slot < 0 ? {} : { up: r.up.map((c, i) => (i === slot ? turned : c)) };
      });
    }
    case "Earned":
      return { ...chips(view, event.seat, event.chips), pool: view.pool - event.chips };
    case "Paid":
      return chips(view, event.seat, -event.chips);
    case "Drove":
      return car({ ...view, duel: null }, event.seat, (r) => ({
        up: r.up.map((c, i) => (i === event.slot ? event.card : c)),
        hand: r.hand - 1,
      }));
    case "Drew":
      return car(view, event.seat, (r) => ({ hand: r.hand + 1 }));
    case "Optimized":
    case "Braked":
      return car(view, event.seat, (r) => ({ hand: Math.max(0, r.hand - 1) }));
    case "Attacked":
      return { ...view, duel: { by: event.by, whom: event.whom, chips: {}, cards: [] } };
    case "Spent": {
      const paid = chips(view, event.seat, -event.chips);
      if (!paid.duel) return paid;
      const told = { ...paid.duel.chips, [event.seat]: event.chips };
      return { ...paid, duel: { ...paid.duel, chips: told } };
    }
    case "Held":
      return judged(view, event.by, event.mine, event.theirs, false);
    case "Passed": {
      const at = view.order.findIndex((s, i) => s === event.whom && view.order[i + 1] === event.by);
      const order = [...view.order];
      if (at >= 0) [order[at], order[at + 1]] = [event.by, event.whom];
      return judged({ ...view, order }, event.by, event.mine, event.theirs, true);
    }
    case "Stayed":
    case "Ended":
      return { ...view, duel: null };
    default:
      return view;
  }
}

function judged(view: Seen, winner: number, mine: number, theirs: number, passed: boolean): Seen {
  if (!view.duel) return view;
  return { ...view, duel: { ...view.duel, verdict: { winner, mine, theirs, passed } } };
}
