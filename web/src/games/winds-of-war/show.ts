/** How events are shown: how long each takes, and what it changes on the board meanwhile. */

import type { Car } from "../../generated/winds-of-war";
import { circuitOf } from "./data";
import { HOME, OFF, PITS, ASIDE, RACING, RETIRED, type Event, type Seen } from "./model";

export const STRIDE = 150; // one box

const PACE: Partial<Record<Event["type"], number>> = {
  CarCalled: 500,
  BidMade: 350,
  Unsold: 350,
  Bought: 600,
  Dealt: 250,
  BudgetSet: 400,
  Hired: 400,
  Tuned: 250,
  Stocked: 200,
  WeatherSet: 500,
  Qualified: 120,
  GridChallenged: 400,
  ChallengeRolled: 450,
  GridChanged: 500,
  OnGrid: 60,
  TurnBegan: 220,
  EventDrawn: 900,
  Challenged: 400,
  Yielded: 350,
  Ordered: 300,
  Tested: 750,
  Planned: 380,
  Stalled: 500,
  Launched: 350,
  Cooled: 250,
  Damaged: 320,
  Slowed: 300,
  BrokeDown: 700,
  Moved: STRIDE,
  LeftLine: 250,
  EmergencyBraked: 450,
  RolledOn: 250,
  Slipstreamed: 350,
  HardBraked: 350,
  ExitedFast: 350,
  Understeered: 500,
  WentStraight: 500,
  LeftRoad: 800,
  Collided: 700,
  AllCollided: 700,
  Shoved: 250,
  Settled: 160,
  LapDone: 500,
  Finished: 700,
  Retired: 800,
  DrawnAside: 500,
  Pitted: 600,
  Repaired: 250,
  BackOnRoad: 400,
  Stopped: 400,
};

export const pace = (event: Event): number => PACE[event.type] ?? 0;

const GAUGES = ["engine", "heat", "brakes", "body", "tyres"] as const;

function change(view: Seen, seat: number, what: (car: Car) => Partial<Car>): Seen {
  return {
    ...view,
    cars: view.cars.map((car, i) => (i === seat ? { ...car, ...what(car) } : car)),
  };
}

/** A car comes onto a box; over the line, ahead or back, its lap changes. */
function moveTo(view: Seen, seat: number, box: number): Seen {
  const circuit = circuitOf(view.options.circuit);
  return change(view, seat, (car) => {
    const gone = circuit.end[box]! - circuit.end[car.box]!;
    const lap = gone < -circuit.length / 2 ? 1 : gone > circuit.length / 2 ? -1 : 0;
    return { box, lap: car.lap + lap };
  });
}

/** The view after an event, as well as one can tell; the server's own follows at the end. */
export function advance(view: Seen, event: Event): Seen {
  switch (event.type) {
    case "WeatherSet":
      return { ...view, wet: event.wet };
    case "TurnBegan":
      return { ...view, turn: event.turn };
    case "GridChanged":
      return { ...view, grid: event.grid };
    case "Planned":
    case "Slowed":
    case "RolledOn":
    case "Settled":
      return change(view, event.seat, () => ({ speed: event.speed }));
    case "Cooled":
      return change(view, event.seat, () => ({ heat: event.heat }));
    case "Damaged":
      return change(view, event.seat, () => ({ [GAUGES[event.gauge]!]: event.total }));
    case "BrokeDown":
      return change(view, event.seat, (car) => ({ broken: [...car.broken, event.failure] }));
    case "Moved":
    case "Shoved":
      return moveTo(view, event.seat, event.box);
    case "WentStraight":
      return view;
    case "LeftRoad":
      return change(view, event.seat, () => ({ box: event.box, stand: OFF, speed: event.speed }));
    case "BackOnRoad":
      return change(view, event.seat, () => ({
        box: event.box,
        stand: RACING,
        speed: event.speed,
      }));
    case "Pitted":
      return change(view, event.seat, () => ({ stand: PITS, speed: 0 }));
    case "DrawnAside":
      return change(view, event.seat, () => ({ stand: ASIDE, speed: 0 }));
    case "Retired":
      return change(view, event.seat, () => ({ stand: RETIRED, speed: 0 }));
    case "Finished":
      return {
        ...change(view, event.seat, () => ({ stand: HOME })),
        home: [...view.home, event.seat],
      };
    default:
      return view;
  }
}
