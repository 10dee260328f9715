/** How events are shown: how long each takes, and what it changes on the board meanwhile. */

import type { Rival } from "../../generated/heat";
import { isSpeed } from "./data";
import { carOf, type Event, type Seen } from "./model";

const PACE: Partial<Record<Event["type"], number>> = {
  WeatherSet: 500,
  MarketOpened: 300,
  Picked: 400,
  RoundBegan: 350,
  Shifted: 160,
  Cluttered: 700,
  Revealed: 650,
  Misjudged: 600,
  CardLost: 500,
  Flipped: 420,
  ValueChosen: 250,
  Blocked: 250,
  Pushed: 300,
  Cooled: 350,
  Boosted: 350,
  Relaxed: 300,
  Salvaged: 300,
  DirectPlayed: 400,
  Accelerated: 300,
  Supercooled: 300,
  Drafted: 300,
  HeatPaid: 350,
  Replaced: 400,
  PutBack: 400,
  Scrapped: 250,
  Slipstreamed: 400,
  CornerPaid: 550,
  SpunOut: 1000,
  Eliminated: 800,
  SponsorGained: 500,
  HeatGone: 300,
  Refreshed: 250,
  Reshuffled: 200,
  LegendShown: 500,
  LegendCleared: 120,
  LegendApproached: 120,
  Finished: 700,
};

/** How long a car is on its way, as the board moves it. */
export function travel(spaces: number): number {
  return Math.min(950, 220 + 55 * Math.abs(spaces));
}

export function pace(event: Event): number {
  if (event.type === "Moved") return travel(event.end - event.start) + 60;
  return PACE[event.type] ?? 0;
}

function change(view: Seen, name: number, what: (car: Rival) => Partial<Rival>): Seen {
  const at = carOf(view, name);
  return { ...view, cars: view.cars.map((car, i) => (i === at ? { ...car, ...what(car) } : car)) };
}

function moveTo(view: Seen, name: number, pos: number): Seen {
  const me = carOf(view, name);
  const taken = view.cars.some((car, i) => i !== me && car.pos === pos && car.line);
  return change(view, name, () => ({ pos, line: !taken }));
}

const paid = (view: Seen, name: number, heat: number): Seen =>
  change(view, name, (car) => ({ engine: Math.max(0, car.engine - heat) }));

/** The view after an event, as well as one can tell; the server's own follows at the end. */
export function advance(view: Seen, event: Event): Seen {
  switch (event.type) {
    case "RoundBegan":
      return { ...view, round: event.round, whirl: null };
    case "Shifted":
      return change(paid(view, event.seat, event.heat), event.seat, () => ({ gear: event.gear }));
    case "Revealed":
      return change({ ...view, whirl: null }, event.seat, () => ({
        gear: event.gear,
        area: event.cards,
        planned: 0,
      }));
    case "Flipped":
      return change(view, event.seat, (car) => ({
        deck: Math.max(0, car.deck - 1),
        ...(isSpeed(event.card)
          ? { area: [...car.area, event.card] }
          : { discard: [...car.discard, event.card] }),
      }));
    case "DirectPlayed":
      return change(view, event.seat, (car) => ({
        area: [...car.area, event.card],
        hand: car.hand - 1,
      }));
    case "Moved":
      return moveTo(view, event.seat, event.end);
    case "PutBack":
      return moveTo(view, event.seat, event.pos);
    case "Cooled":
      return change(view, event.seat, (car) => ({
        engine: car.engine + event.n,
        hand: car.hand - event.n,
      }));
    case "Supercooled":
      return change(view, event.seat, (car) => ({ engine: car.engine + event.n }));
    case "Boosted":
    case "HeatPaid":
    case "CornerPaid":
      return paid(view, event.seat, event.heat);
    case "SpunOut":
      return change({ ...view, whirl: event.seat }, event.seat, () => ({ engine: 0, gear: 1 }));
    case "LegendShown":
      return { ...view, legend: event.no - 1 };
    case "Finished":
      return change(view, event.seat, () => ({ place: event.place }));
    case "Eliminated":
      return change(view, event.seat, () => ({ place: -1 }));
    case "Picked":
      return change(view, event.seat, (car) => ({ upgrades: [...car.upgrades, event.card] }));
    default:
      return view;
  }
}
