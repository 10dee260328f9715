/** How events are shown: how long each takes, and what it changes on the board meanwhile. */

import type { Event, Rival, View } from "../../generated/great-race";
import { EMPTY, GAUGES, SPACES } from "./data";

const PACE: Partial<Record<Event["type"], number>> = {
  Shown: 300,
  Took: 300,
  Left: 250,
  Opened: 250,
  Bought: 250,
  Played: 400,
  Turned: 250,
  Laid: 350,
  Mapped: 350,
  Found: 450,
  Removed: 400,
  Swapped: 450,
  Mended: 350,
  Financed: 350,
  Granted: 350,
  Poured: 200,
  Fuelled: 300,
  Drove: 450,
  Reached: 450,
  Sailed: 300,
  Bore: 350,
  Damaged: 450,
  BrokeDown: 600,
  WentBack: 400,
  Cancelled: 450,
  Stopped: 300,
  HunterSent: 500,
  SwindlerSent: 500,
  SaboteurSent: 500,
  Arrived: 800,
  Rewarded: 250,
  RoundBegan: 500,
  Scored: 500,
};

export function pace(event: Event): number {
  return PACE[event.type] ?? 0;
}

function crew(view: View, seat: number, change: (rival: Rival) => Partial<Rival>): View {
  return { ...view, rivals: view.rivals.map((r, s) => (s === seat ? { ...r, ...change(r) } : r)) };
}
function put(view: View, space: number, tile: number): View {
  return { ...view, board: view.board.map((t, i) => (i === space % SPACES ? tile : t)) };
}
const most = (n: number, top: number) => Math.max(0, Math.min(n, top));

/** The view after an event, as well as one can tell; the server's own follows at the end. */
export function advance(view: View, event: Event): View {
  switch (event.type) {
    case "Shown":
      return { ...view, market: event.cards };
    case "Took":
    case "Left": {
      const market = [...view.market];
      const at = market.indexOf(event.card);
      if (at >= 0) market.splice(at, 1);
      return crew({ ...view, market }, event.seat, (r) => ({ cards: r.cards + 1 }));
    }
    case "Opened":
      return crew(view, event.seat, () => ({
        scouts: event.scouts,
        mechanics: event.mechanics,
        escorts: event.escorts,
        financing: event.financing,
      }));
    case "Bought":
      return crew(view, event.seat, (r) => ({
        fuel: most(r.fuel + event.fuel, GAUGES.fuel),
        money: r.money - event.paid,
      }));
    case "Played":
    case "Discarded":
      return crew(view, event.seat, (r) => ({ cards: Math.max(0, r.cards - 1) }));
    case "Drew":
      return crew(view, event.seat, (r) => ({ cards: r.cards + 1 }));
    case "Laid":
    case "Mapped":
    case "Found":
      return put(view, event.space, event.tile);
    case "Removed":
      return put(view, event.space, EMPTY);
    case "Swapped": {
      const [a, b] = [
        view.board[event.first % SPACES] ?? EMPTY,
        view.board[event.second % SPACES] ?? EMPTY,
      ];
      return put(put(view, event.first, b), event.second, a);
    }
    case "Mended":
      return crew(view, event.seat, (r) => ({
        engine: most(r.engine + event.engine, GAUGES.engine),
        chassis: most(r.chassis + event.chassis, GAUGES.chassis),
        money: r.money - event.paid,
      }));
    case "Financed":
    case "Granted":
    case "Rewarded":
      return crew(view, event.seat, (r) => ({ money: r.money + event.money }));
    case "Poured":
      return crew(view, event.seat, (r) => ({ fuel: most(r.fuel + 1, GAUGES.fuel) }));
    case "Fuelled":
      return crew(view, event.seat, (r) => ({ fuel: most(r.fuel + event.fuel, GAUGES.fuel) }));
    case "Drove":
      return crew(view, event.seat, (r) => ({
        space: event.space,
        fuel: most(r.fuel - event.fuel, GAUGES.fuel),
      }));
    case "Reached":
      return crew(view, event.seat, () => ({ space: event.space }));
    case "Sailed":
      return crew(view, event.seat, (r) => ({ space: event.space, money: r.money - event.paid }));
    case "Bore":
    case "Damaged":
      return crew(view, event.seat, (r) => ({
        engine: most(r.engine - event.engine, GAUGES.engine),
        chassis: most(r.chassis - event.chassis, GAUGES.chassis),
      }));
    case "WentBack":
      return crew(view, event.seat, () => ({ space: event.space }));
    case "Passed":
      return crew(view, event.seat, () => ({ passed: true }));
    case "RoundBegan":
      return { ...view, round: event.round, order: event.order };
    default:
      return view;
  }
}

/** A word that flies up from a vehicle. */
export function shout(event: Event | null, seat: number): string | null {
  if (!event || !("seat" in event) || event.seat !== seat) return null;
  switch (event.type) {
    case "Drove":
      return `−${event.fuel}`;
    case "Bore":
    case "Damaged":
      return `⚙ −${event.engine + event.chassis}`;
    case "Financed":
    case "Granted":
    case "Rewarded":
      return event.money ? `+${event.money} F` : null;
    case "Bought":
      return `−${event.paid} F`;
    case "Sailed":
      return `−${event.paid} F`;
    case "BrokeDown":
      return "✕";
    case "Stopped":
      return "■";
    case "Arrived":
      return `${event.place}!`;
    default:
      return null;
  }
}
