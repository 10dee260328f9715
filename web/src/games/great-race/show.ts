/** How the events of The Great Race are shown: how long each, and what it changes on the board. */

import type { CrewSeen, Event, Game, View } from "../../generated/great-race";
import type { Patch } from "../../lib/patch";
import type { Shows } from "../../lib/show";
import { EMPTY, onBoard } from "./data";

const crew = (seat: number, change: Partial<CrewSeen>): Patch<View> => ({
  crews: { [seat]: change },
});
const tile = (space: number, tile: number): Patch<View> => ({ board: { [onBoard(space)]: tile } });
const OFF = { scouts: 0, mechanics: 0, financing: 0 };

/** Every event stands here; one that changes nothing on the board is only its pace. */
export const shows: Shows<Game> = {
  Started: 0,
  Chose: { pace: 250, changes: (e) => crew(e.seat, { vehicle: e.half_track }) },
  Shown: { pace: 300, changes: (e) => ({ market: e.cards }) },
  Took: {
    pace: 300,
    changes: (e) => ({ market: e.market, ...crew(e.seat, { cards: e.cards_now, known: e.known }) }),
  },
  Left: {
    pace: 250,
    changes: (e) => ({ market: e.market, ...crew(e.seat, { cards: e.cards_now, known: e.known }) }),
  },
  Discarded: {
    pace: 0,
    changes: (e) => crew(e.seat, { cards: e.cards_now, known: e.known }),
  },
  Planned: 0,
  Opened: {
    pace: 250,
    changes: (e) =>
      crew(e.seat, {
        scouts: e.scouts,
        mechanics: e.mechanics,
        escorts: e.escorts,
        financing: e.financing,
      }),
  },
  Sent: { pace: 0, changes: (e) => crew(e.seat, { [e.job]: e.left }) },
  Bought: {
    pace: 250,
    changes: (e) => crew(e.seat, { fuel: e.fuel_now, money: e.money_now }),
  },
  Played: { pace: 400, changes: (e) => crew(e.seat, { cards: e.cards_now, known: e.known }) },
  Drew: { pace: 0, changes: (e) => crew(e.seat, { cards: e.cards_now }) },
  Shuffled: 0,
  Turned: 250,
  Laid: { pace: 350, changes: (e) => tile(e.space, e.tile) },
  Mapped: { pace: 350, changes: (e) => tile(e.space, e.tile) },
  Found: { pace: 450, changes: (e) => tile(e.space, e.tile) },
  Returned: 0,
  Removed: { pace: 400, changes: (e) => tile(e.space, EMPTY) },
  Swapped: {
    pace: 450,
    changes: (e) => ({
      board: { [onBoard(e.first)]: e.first_now, [onBoard(e.second)]: e.second_now },
    }),
  },
  Mended: {
    pace: 350,
    changes: (e) =>
      crew(e.seat, {
        engine: e.engine_now,
        chassis: e.chassis_now,
        money: e.money_now,
        cards: e.cards_now,
        known: e.known,
      }),
  },
  Fitted: {
    pace: 350,
    changes: (e) =>
      crew(e.seat, { engine: e.engine_now, chassis: e.chassis_now, money: e.money_now }),
  },
  Financed: { pace: 350, changes: (e) => crew(e.seat, { money: e.money_now, financing: 0 }) },
  Granted: { pace: 350, changes: (e) => crew(e.seat, { money: e.money_now }) },
  Poured: { pace: 200, changes: (e) => crew(e.seat, { fuel: e.fuel_now }) },
  Fuelled: { pace: 300, changes: (e) => crew(e.seat, { fuel: e.fuel_now }) },
  Passed: { pace: 0, changes: (e) => crew(e.seat, { ...OFF, passed: true }) },
  Idled: 0,
  SetOff: 0,
  Drove: { pace: 450, changes: (e) => crew(e.seat, { space: e.space, fuel: e.fuel_now }) },
  Reached: { pace: 450, changes: (e) => crew(e.seat, { space: e.space, fuel: e.fuel_now }) },
  Sailed: { pace: 300, changes: (e) => crew(e.seat, { money: e.money_now }) },
  Bore: {
    pace: 350,
    changes: (e) => crew(e.seat, { engine: e.engine_now, chassis: e.chassis_now }),
  },
  Damaged: {
    pace: 450,
    changes: (e) => crew(e.seat, { engine: e.engine_now, chassis: e.chassis_now }),
  },
  BrokeDown: 600,
  WentBack: 400,
  Cancelled: { pace: 450, changes: (e) => crew(e.seat, { escorts: e.escorts_now }) },
  Stopped: 300,
  Progressed: { pace: 0, changes: (e) => ({ pile: e.pile }) },
  HunterSent: 500,
  SwindlerSent: 500,
  SaboteurSent: 500,
  Answered: 0,
  LaidDown: 0,
  Arrived: {
    pace: 800,
    changes: (e) => ({
      arrivals: e.arrivals,
      prestige: { [e.seat]: e.prestige },
      ...crew(e.seat, { ...OFF, escorts: 0, cards: 0, known: [], passed: true }),
    }),
  },
  Rewarded: { pace: 250, changes: (e) => crew(e.seat, { money: e.money_now }) },
  RoundBegan: {
    pace: 500,
    changes: (e) => ({
      round: e.round,
      order: e.order,
      crews: Object.fromEntries(e.order.map((seat) => [seat, { escorts: 0, passed: false }])),
    }),
  },
  Scored: 500,
  CalledOff: 0,
};

/** All there is to see of the crews and the ground moves with the events. */
export const drawn = ({ crews, board, market, round, order, pile, arrivals, prestige }: View) => ({
  crews,
  board,
  market,
  round,
  order,
  pile,
  arrivals,
  prestige,
});

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
