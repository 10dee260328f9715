/** How events are shown: how long each takes, and what it changes on the board meanwhile. */

import {
  CarStatus,
  type Car,
  type Event,
  type Game,
  type Team,
  type View,
} from "../../generated/winds-of-war";
import type { Event as MarketEvent } from "../../generated/winds-of-war-championship";
import type { AnyGame } from "../../generated/wire";
import type { Patch } from "../../lib/patch";
import type { Shown, Shows } from "../../lib/show";

const STRIDE = 150; // one box

/** How long a car is on its way, as the board moves it; to another road or lap it does not drive. */
export function travel(boxes: number): number {
  return boxes < 12 ? Math.max(STRIDE * 0.95, Math.min(600, boxes * 110)) : 0;
}

/** By the numbers of the gauges: where a car has them. */
const GAUGES = ["engine", "heat", "brakes", "body", "tyres"] as const;

type RaceShows<G extends AnyGame> = {
  readonly [K in Event["type"]]: Shown<Extract<Event, { type: K }>, G["View"]>;
};

/** The events of a race; a championship puts what they change into the race that it holds. */
export function raceShows<G extends AnyGame>(
  into: (patch: Patch<View>) => Patch<G["View"]>,
): RaceShows<G> {
  const car = (seat: number, change: Partial<Car>) => into({ cars: { [seat]: change } });
  const team = (seat: number, change: Partial<Team>) => into({ teams: { [seat]: change } });
  const speed = (e: { seat: number; speed: number }) => car(e.seat, { speed: e.speed });
  return {
    CarCalled: 500,
    BidMade: 350,
    PassedOver: 0,
    Unsold: 350,
    Bought: {
      pace: 600,
      changes: (e) => team(e.seat, { model: e.model, purse: e.purse, spent: e.spent }),
    },
    Dealt: 250,
    BudgetSet: {
      pace: 400,
      changes: (e) =>
        into({
          teams: Object.assign(
            {},
            e.purses.map((purse) => ({ purse })),
          ),
        }),
    },
    Hired: {
      pace: 400,
      changes: (e) => team(e.seat, { driver: e.driver, purse: e.purse, spent: e.spent }),
    },
    Tuned: {
      pace: 250,
      changes: (e) => team(e.seat, { tuning: e.tuning, purse: e.purse, spent: e.spent }),
    },
    Stocked: {
      pace: 200,
      changes: (e) => team(e.seat, { spares: e.spares, purse: e.purse, spent: e.spent }),
    },
    WeatherSet: { pace: 500, changes: (e) => into({ wet: e.wet }) },
    Qualified: { pace: 120, changes: (e) => into({ grid: e.grid }) },
    GridChallenged: 400,
    ChallengeRolled: 450,
    GridChanged: { pace: 500, changes: (e) => into({ grid: e.grid }) },
    OnGrid: { redraw: true, pace: 60 }, // cars and dashboards are there from now on
    TurnBegan: {
      pace: 220,
      changes: (e) => into({ turn: e.turn, clock: [e.minutes, e.seconds] }),
    },
    EventDrawn: 900,
    EventIgnored: 0,
    Challenged: 400,
    Yielded: 350,
    Ordered: 300,
    Tested: 750,
    Planned: { pace: 380, changes: speed },
    Stalled: 500,
    Launched: 350,
    Cooled: { pace: 250, changes: (e) => car(e.seat, { heat: e.heat }) },
    Damaged: { pace: 320, changes: (e) => car(e.seat, { [GAUGES[e.gauge]]: e.total }) },
    Slowed: { pace: 300, changes: speed },
    BrokeDown: { pace: 700, changes: (e) => car(e.seat, { broken: e.broken }) },
    Moved: { pace: STRIDE, changes: (e) => car(e.seat, { box: e.box, lap: e.lap }) },
    LeftLine: 250,
    EmergencyBraked: 450,
    RolledOn: { pace: 250, changes: speed },
    Slipstreamed: 350,
    HardBraked: 350,
    ExitedFast: 350,
    Understeered: 500,
    WentStraight: 500,
    LeftRoad: {
      pace: 800,
      changes: (e) => car(e.seat, { box: e.box, speed: e.speed, status: CarStatus.OFF }),
    },
    Collided: 700,
    AllCollided: 700,
    Shoved: 250,
    Settled: { pace: 160, changes: speed },
    LapDone: 500,
    LapTimed: 500,
    Finished: {
      pace: 700,
      changes: (e) => into({ home: e.home, cars: { [e.seat]: { status: CarStatus.HOME } } }),
    },
    GaveUp: 700,
    Retired: { pace: 800, changes: (e) => car(e.seat, { status: CarStatus.RETIRED, speed: 0 }) },
    DrawnAside: { pace: 500, changes: (e) => car(e.seat, { status: CarStatus.ASIDE, speed: 0 }) },
    Pitted: { pace: 600, changes: (e) => car(e.seat, { status: CarStatus.PITS, speed: 0 }) },
    Repaired: {
      pace: 250,
      changes: ({ seat, engine, heat, brakes, body, tyres, broken, spares }) =>
        into({
          cars: { [seat]: { engine, heat, brakes, body, tyres, broken } },
          teams: { [seat]: { spares } },
        }),
    },
    BackOnRoad: {
      pace: 400,
      changes: ({ seat, box, speed, lap, engine, body }) =>
        car(seat, { box, speed, lap, engine, body, status: CarStatus.RACING }),
    },
    Stopped: 400,
    StageBegan: { redraw: true, pace: 900 }, // another road
    HandMoved: {
      pace: 220,
      changes: (e) =>
        into({ turn: e.turn, clock: [Math.floor(e.reading / 60) % 24, e.reading % 60] }),
    },
    Started: {
      pace: 400,
      changes: (e) => car(e.seat, { box: e.box, speed: e.speed, status: CarStatus.RACING }),
    },
    Waited: 300,
    Arrived: {
      pace: 700,
      changes: (e) =>
        into({ home: e.home, cars: { [e.seat]: { status: CarStatus.HOME, speed: e.speed } } }),
    },
    RanOutOfTime: {
      pace: 700,
      changes: (e) => car(e.seat, { status: CarStatus.RETIRED, speed: 0 }),
    },
    LostTheWay: 900,
    RefuelledByTheRoad: { pace: 700, changes: (e) => car(e.seat, { speed: e.speed }) },
    PulledOver: { pace: 600, changes: (e) => car(e.seat, { speed: 0 }) },
    Fetched: { pace: 250, changes: (e) => team(e.seat, { spares: e.spares }) },
    MarkerMoved: 300,
    NotesRead: 400,
  };
}

export const shows: Shows<Game> = raceShows<Game>((patch) => patch);

/** What moves: the road, the gauges, the purses. */
export const drawn = ({ turn, clock, wet, grid, home, teams, cars }: View) => ({
  turn,
  clock,
  wet,
  grid,
  home,
  teams: teams.map(({ model, driver, tuning, spares, purse, spent }) => ({
    model,
    driver,
    tuning,
    spares,
    purse,
    spent,
  })),
  cars: cars.map(({ box, lap, speed, status, engine, heat, brakes, body, tyres, broken }) => ({
    box,
    lap,
    speed,
    status,
    engine,
    heat,
    brakes,
    body,
    tyres,
    broken,
  })),
});

type Traded = "Sold" | "Given" | "Offered" | "Agreed" | "Declined";
type MarketShows<G extends AnyGame> = {
  readonly [K in Traded]: Shown<Extract<MarketEvent, { type: K }>, G["View"]>;
};

/** Sales and deals; a season or a career puts what they change into the race that it holds. */
export function marketShows<G extends AnyGame>(
  into: (patch: Patch<View>) => Patch<G["View"]>,
): MarketShows<G> {
  return {
    Sold: {
      pace: 500,
      changes: (e) => into({ teams: { [e.seat]: { model: -1, purse: e.purse } } }),
    },
    Given: { pace: 500, changes: (e) => into({ teams: { [e.seat]: { model: e.model } } }) },
    Offered: 500,
    Agreed: {
      pace: 500,
      changes: (e) => into({ teams: { [e.seat]: e.team, [e.by]: e.by_team } }),
    },
    Declined: 500,
  };
}
