/** How the events of the circus are shown: how long each, and what it changes on the board. */

import {
  Condition,
  Driver,
  Whip,
  type Chariot,
  type Event,
  type Game,
  type View,
} from "../../generated/circus-maximus";
import type { AnyGame } from "../../generated/wire";
import type { Patch } from "../../lib/patch";
import type { Shown, Shows } from "../../lib/show";

const NOWHERE = -1;
const NOBODY = -1;

const one = (chariot: number, changed: Patch<Chariot>): Patch<View> => ({
  chariots: { [chariot]: changed },
});

type RaceShows<G extends AnyGame> = {
  readonly [K in Event["type"]]: Shown<Extract<Event, { type: K }>, G["View"]>;
};

/**
 * Every event stands here; one that changes nothing on the board is only its pace. A season puts
 * what they change into the race that it holds.
 */
export function raceShows<G extends AnyGame>(
  into: (patch: Patch<View>) => Patch<G["View"]>,
): RaceShows<G> {
  const log = (chariot: number, changed: Patch<Chariot>) => into(one(chariot, changed));
  return {
    // before anybody moves
    Owned: { pace: 0, changes: (e) => log(e.chariot, { owner: e.seat, name: e.name }) },
    LinedUp: 0,
    Prepared: 0,
    Built: {
      pace: 0,
      changes: (e) =>
        log(e.chariot, {
          dm: e.driver,
          cdm: e.driver,
          hits: e.hits,
          most_hits: e.hits,
          weight: e.weight,
          horses: e.horses,
          endurance: e.endurance,
          blades: e.blades,
          boxes: e.boxes,
          whip: e.whip_now,
          knives: e.knives,
          dust: e.dust,
          spear: e.spear,
        }),
    },
    TurnBegan: {
      pace: 250,
      changes: (e) =>
        into({
          turn: e.turn,
          chariots: Object.fromEntries(
            e.running.map(({ chariot, cdm, jostled }) => [
              chariot,
              { cdm, jostled, held_out: false, moved: false, whip_written: false },
            ]),
          ),
        }),
    },
    SkyChanged: { pace: 400, changes: (e) => into({ sky: e.sky, mud: e.mud }) },
    Sealed: 0,
    Showed: {
      pace: 60,
      changes: (e) => log(e.chariot, { written: e.speed, whip_written: e.whip }),
    },
    RunsAt: { pace: 60, changes: (e) => log(e.chariot, { written: e.speed }) },
    PhaseBegan: { pace: 220, changes: (e) => into({ mover: e.chariot }) },
    Started: 0,
    Whipped: { pace: 350, changes: (e) => log(e.chariot, { endurance: e.endurance, ...e.pace }) },
    CutLoose: {
      pace: 400,
      changes: (e) => into({ ...one(e.chariot, { dead: e.dead }), litter: e.litter }),
    },
    CutFailed: 400,
    SetOff: {
      pace: 0,
      changes: (e) =>
        log(e.chariot, {
          total: e.total,
          mf: e.mf,
          moved: true,
          used: 0,
          loss: 0,
          added: 0,
          offered: 0,
        }),
    },

    // step by step
    Stepped: {
      pace: 110,
      changes: (e) =>
        log(e.chariot, { team: e.square, car: e.car_at, segments: e.segments, mf: e.mf_left }),
    },
    Changed: {
      pace: 170,
      changes: (e) =>
        log(e.chariot, { team: e.square, car: e.car_at, segments: e.segments, mf: e.mf_left }),
    },
    Slid: 250,
    Slipped: {
      pace: 200,
      changes: (e) => log(e.chariot, { team: e.square, car: e.car_at, mf: e.mf_left }),
    },
    Braked: { pace: 120, changes: (e) => log(e.chariot, { endurance: e.endurance, ...e.pace }) },
    Lapsed: { pace: 0, changes: (e) => log(e.chariot, e.pace) },
    Strained: {
      pace: 600,
      changes: (e) =>
        log(e.chariot, {
          endurance: e.endurance,
          held_out: e.held_out,
          barred_until: e.barred_until,
          ...e.pace,
        }),
    },
    Forced: {
      pace: 260,
      changes: (e) =>
        log(e.chariot, {
          team: e.square,
          car: e.car_at,
          held_out: e.held_out,
          barred_until: e.barred_until,
        }),
    },
    HeldUp: { pace: 200, changes: (e) => log(e.chariot, { loss: e.loss, ...e.pace }) },
    Jostled: {
      pace: 350,
      changes: (e) => log(e.chariot, { cdm: e.cdm, jostled: true, ...e.pace }),
    },
    StraightOn: {
      pace: 0,
      changes: (e) => log(e.chariot, { straight_on: e.phases, straight_later: false }),
    },

    // harm
    HorseHurt: {
      pace: 400,
      changes: (e) => log(e.chariot, { horses: { [e.horse]: e.boxes_left }, ...e.pace }),
    },
    HorseDied: {
      pace: 500,
      changes: (e) => log(e.chariot, { dead: e.dead, endurance: e.endurance, ...e.pace }),
    },
    Blown: {
      pace: 0,
      changes: (e) => log(e.chariot, { blown: true, dm: e.dm, cdm: e.cdm, ...e.pace }),
    },
    WheelHurt: { pace: 350, changes: (e) => log(e.chariot, { wheels: { [e.side]: e.damage } }) },
    WheelHeld: 0,
    WheelLost: 500,
    Wounded: {
      pace: 350,
      changes: (e) => log(e.chariot, { hits: e.hits_left, dm: e.dm, cdm: e.cdm, ...e.pace }),
    },
    Died: {
      pace: 600,
      changes: (e) =>
        log(e.chariot, { driver: Driver.DEAD, hits: 0, foot: NOWHERE, condition: e.condition }),
    },
    Slowed: { pace: 0, changes: (e) => log(e.chariot, { loss: e.in_all, ...e.pace }) },

    // attacks
    Attacked: { pace: 600, changes: (e) => log(e.chariot, { mf: e.mf_left }) },
    RanInto: 500,
    Contested: 450,
    BackedUp: {
      pace: 300,
      changes: (e) =>
        log(e.chariot, {
          team: e.square,
          car: e.car_at,
          segments: e.segments,
          endurance: e.endurance,
          ...e.pace,
        }),
    },
    Evaded: {
      pace: 350,
      changes: (e) =>
        log(e.chariot, { team: e.square, car: e.car_at, segments: e.segments, used: e.used }),
    },
    HorsesLashed: {
      pace: 350,
      changes: (e) =>
        log(e.chariot, {
          endurance: e.endurance,
          added: e.added,
          offered: e.offered,
          ...e.pace,
        }),
    },
    DriverLashed: {
      pace: 400,
      changes: (e) => log(e.chariot, { endurance: e.endurance, ...e.pace }),
    },
    WhipGrabbed: {
      pace: 0,
      changes: (e) =>
        into({
          chariots: { [e.chariot]: { whip: e.whip_now }, [e.target]: { whip: Whip.NONE } },
        }),
    },
    WhipLost: {
      pace: 0,
      changes: (e) =>
        into({
          chariots: { [e.chariot]: { whip: Whip.NONE }, [e.to]: { whip: e.whip_now } },
        }),
    },
    Critical: {
      pace: 500,
      changes: (e) => log(e.chariot, { dm: e.dm, cdm: e.cdm, arm: e.arm, eyes: e.eyes, ...e.pace }),
    },
    Pulled: {
      pace: 500,
      changes: (e) => log(e.chariot, { condition: e.condition, driver: e.driver_state }),
    },
    Threw: { pace: 450, changes: (e) => log(e.chariot, { dust: e.dust, knives: e.knives }) },
    WasHit: {
      pace: 0,
      changes: ({ eye_of, eyes, straight_on, straight_later }) =>
        log(eye_of, { eyes, straight_on, straight_later }),
    },
    Blinded: { pace: 350, changes: (e) => log(e.chariot, { blind: true, ...e.pace }) },
    SawAgain: { pace: 0, changes: (e) => log(e.chariot, { blind: false }) },
    HorsesRammed: { pace: 0, changes: (e) => log(e.chariot, { rammed: true }) },
    NoDamage: 0,
    Collided: {
      pace: 500,
      changes: (e) => log(e.chariot, { endurance: e.endurance, loss: e.loss, ...e.pace }),
    },

    // wrecks and obstacles
    Flipped: {
      pace: 700,
      changes: (e) =>
        into({
          ...one(e.chariot, {
            condition: e.condition,
            driver: e.driver_state,
            team: e.square,
            car: e.car_at,
            jumps: e.jumps,
            ...e.pace,
          }),
          flying: e.flying,
        }),
    },
    Landed: { pace: 400, changes: (e) => into({ litter: e.litter, flying: e.flying }) },
    LandedOn: 300,
    JumpBegan: { pace: 250, changes: (e) => log(e.chariot, { jumps: e.jumps }) },
    JumpPaid: {
      pace: 0,
      changes: (e) => log(e.chariot, { endurance: e.endurance, jumps: e.jumps, ...e.pace }),
    },
    Jumped: { pace: 450, changes: (e) => log(e.chariot, { jumps: e.jumps }) },
    StoppedOn: { pace: 0, changes: (e) => log(e.chariot, { jumps: [] }) },
    HorsesGone: {
      pace: 500,
      changes: (e) =>
        into({
          ...one(e.chariot, {
            condition: Condition.GONE,
            driver: e.driver_state,
            foot: e.foot,
            team: NOWHERE,
            car: NOWHERE,
          }),
          litter: e.litter,
        }),
    },

    // men
    CutHimselfFree: {
      pace: 400,
      changes: (e) => log(e.chariot, { driver: Driver.ON_FOOT, foot: e.square }),
    },
    StillDragged: 0,
    DraggedHurt: 300,
    Trampled: 400,
    RunDown: {
      pace: 300,
      changes: (e) => log(e.chariot, { mf: e.mf_left, used: e.used, loss: e.loss }),
    },
    FootBegan: { pace: 0, changes: () => into({ mover: NOBODY }) },
    Dodged: { pace: 250, changes: (e) => log(e.chariot, { foot: e.square }) },
    Ran: { pace: 200, changes: (e) => log(e.chariot, { foot: e.square }) },
    Climbed: {
      pace: 250,
      changes: (e) => log(e.chariot, { driver: Driver.SAFE, foot: NOWHERE }),
    },
    Abandoned: {
      pace: 400,
      changes: (e) =>
        log(e.chariot, {
          condition: Condition.EMPTY,
          driver: Driver.ON_FOOT,
          foot: e.square,
        }),
    },

    // the end
    MarkerFell: { pace: 600, changes: (e) => into({ markers: e.marker }) },
    Crossed: {
      pace: 600,
      changes: (e) =>
        log(e.chariot, {
          condition: Condition.HOME,
          team: NOWHERE,
          car: NOWHERE,
          mf: 0,
          mf_over: e.mf,
          crossed_as: e.crossed_as,
          jumps: [],
        }),
    },
    Vanished: {
      pace: 300,
      changes: (e) =>
        log(e.chariot, {
          condition: Condition.GONE,
          team: NOWHERE,
          car: NOWHERE,
          mf: 0,
          jumps: [],
        }),
    },
    TurnEnded: { pace: 0, changes: () => into({ mover: NOBODY }) },
    Placed: 0,
    GaveUp: 700,
  };
}

export const shows: Shows<Game> = raceShows<Game>((patch) => patch);

/** The parts of a chariot that the board or its log sheet shows. */
const seen = (c: Chariot) => ({
  team: c.team,
  car: c.car,
  segments: c.segments,
  condition: c.condition,
  horses: c.horses,
  dead: c.dead,
  endurance: c.endurance,
  blown: c.blown,
  weight: c.weight,
  blades: c.blades,
  wheels: c.wheels,
  boxes: c.boxes,
  driver: c.driver,
  cdm: c.cdm,
  hits: c.hits,
  most_hits: c.most_hits,
  whip: c.whip,
  knives: c.knives,
  dust: c.dust,
  spear: c.spear,
  arm: c.arm,
  eyes: c.eyes,
  written: c.written,
  whip_written: c.whip_written,
  total: c.total,
  mf: c.mf,
  added: c.added,
  offered: c.offered,
  loss: c.loss,
  used: c.used,
  moved: c.moved,
  jostled: c.jostled,
  barred_until: c.barred_until,
  held_out: c.held_out,
  straight_on: c.straight_on,
  blind: c.blind,
  jumps: c.jumps,
  foot: c.foot,
});

/** The chariots, what lies and flies, whose move it is, the markers and the sky. */
export const drawn = (view: View) => ({
  chariots: view.chariots.map(seen),
  litter: view.litter,
  flying: view.flying,
  turn: view.turn,
  mover: view.mover,
  markers: view.markers,
  sky: view.sky,
  mud: view.mud,
});
