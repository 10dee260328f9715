/** How events are shown: how long each takes, and what it changes on the board meanwhile. */

import type { Chariot, View } from "../../generated/circus-maximus";
import {
  DEAD,
  DRAGGED,
  EMPTY,
  GONE,
  HOME,
  IN_CAR,
  ON_FOOT,
  ovalFor,
  RUNAWAY,
  SAFE,
  type Event,
} from "./model";

const PACE: Partial<Record<Event["type"], number>> = {
  TurnBegan: 250,
  SkyChanged: 400,
  Showed: 60,
  PhaseBegan: 220,
  Whipped: 350,
  CutLoose: 400,
  CutFailed: 400,
  Stepped: 110,
  Changed: 170,
  Slipped: 200,
  Slid: 250,
  Forced: 260,
  Braked: 120,
  Strained: 600,
  Jostled: 350,
  HorseHurt: 400,
  HorseDied: 500,
  WheelHurt: 350,
  WheelLost: 500,
  Pulled: 500,
  CutHimselfFree: 400,
  Abandoned: 400,
  DraggedHurt: 300,
  Attacked: 600,
  RanInto: 500,
  Contested: 450,
  BackedUp: 300,
  Evaded: 350,
  HorsesLashed: 350,
  DriverLashed: 400,
  Wounded: 350,
  Died: 600,
  Critical: 500,
  Threw: 450,
  Flipped: 700,
  Landed: 400,
  Jumped: 450,
  Trampled: 400,
  Ran: 200,
  Dodged: 250,
  Climbed: 250,
  MarkerFell: 600,
  Crossed: 600,
};

export const pace = (event: Event): number => PACE[event.type] ?? 0;

function change(view: View, i: number, what: (c: Chariot) => Partial<Chariot>): View {
  return { ...view, chariots: view.chariots.map((c, k) => (k === i ? { ...c, ...what(c) } : c)) };
}

function moveTo(view: View, i: number, square: number, cost: number): View {
  const oval = ovalFor(view);
  return change(view, i, (c) => {
    const segment = (square: number) => Math.floor(square / 40) % 4;
    const half = c.segments + ((segment(square) - segment(c.team) + 4) % 4 === 1 ? 1 : 0);
    return {
      team: square,
      car: c.car < 0 ? c.car : oval.behind(square, half),
      segments: half,
      mf: Math.max(0, c.mf - cost),
    };
  });
}

/** The view after an event, as well as one can tell; the server's own follows at the end. */
export function advance(view: View, event: Event): View {
  switch (event.type) {
    case "TurnBegan":
      return { ...view, turn: event.turn };
    case "SkyChanged":
      return { ...view, sky: event.sky, mud: event.mud };
    case "Showed":
      return change(view, event.chariot, () => ({ written: event.speed }));
    case "PhaseBegan":
      return { ...view, mover: event.chariot };
    case "SetOff":
      return change(view, event.chariot, () => ({ total: event.total, mf: event.mf, moved: true }));
    case "Stepped":
      return moveTo(view, event.chariot, event.square, 1);
    case "Changed":
      return moveTo(view, event.chariot, event.square, event.side ? 1 : 2);
    case "Slipped":
    case "Forced":
    case "Evaded":
      return moveTo(view, event.chariot, event.square, 0);
    case "BackedUp":
      return moveTo(view, event.chariot, event.square, 0);
    case "Strained":
      return change(view, event.chariot, (c) => ({
        endurance: Math.max(0, c.endurance - event.paid),
      }));
    case "Whipped":
      return change(view, event.chariot, (c) => ({
        endurance: Math.max(0, c.endurance - event.mf),
      }));
    case "Braked":
      return change(view, event.chariot, (c) => ({
        mf: Math.max(0, c.mf - 1),
        endurance: Math.max(0, c.endurance - 1),
      }));
    case "HorseHurt":
      return change(view, event.chariot, (c) => ({
        horses: c.horses.map((n, h) =>
          h === event.horse ? Math.max(0, n - event.points) : n,
        ) as Chariot["horses"],
      }));
    case "HorseDied":
      return change(view, event.chariot, (c) => ({
        horses: c.horses.map((n, h) => (h === event.horse ? 0 : n)) as Chariot["horses"],
        dead: c.dead | (1 << event.horse),
      }));
    case "WheelHurt":
      return change(view, event.chariot, (c) => ({
        wheels: c.wheels.map((n, side) =>
          side === event.side ? n + event.points : n,
        ) as Chariot["wheels"],
      }));
    case "Jostled":
      return change(view, event.chariot, () => ({ jostled: true, cdm: event.cdm }));
    case "Wounded":
      return change(view, event.chariot, (c) => ({ hits: Math.max(0, c.hits - event.hits) }));
    case "Landed":
      return {
        ...view,
        litter: [...view.litter, [event.square, 0]],
        flying: view.flying.filter((f) => f.chariot !== event.chariot),
      };
    case "Flipped": {
      const square = view.chariots[event.chariot]?.car ?? -1;
      if (view.options.book === "basic" || square < 0)
        return change(view, event.chariot, () => ({ condition: GONE, team: -1, car: -1 }));
      const run = change(view, event.chariot, (c) => ({
        car: -1,
        condition: RUNAWAY,
        driver: c.driver === IN_CAR ? DRAGGED : c.driver,
      }));
      return { ...run, flying: [...view.flying, { chariot: event.chariot, square, edge: 0 }] };
    }
    case "Pulled":
      return change(view, event.chariot, () => ({ condition: EMPTY, driver: DRAGGED }));
    case "Died":
      return change(view, event.chariot, (c) => ({
        driver: DEAD,
        foot: -1,
        condition: c.condition === 0 ? EMPTY : c.condition,
      }));
    case "CutHimselfFree":
    case "Abandoned":
      return change(view, event.chariot, () => ({ driver: ON_FOOT, foot: event.square }));
    case "Climbed":
      return change(view, event.chariot, () => ({ driver: SAFE, foot: -1 }));
    case "Ran":
    case "Dodged":
      return change(view, event.chariot, () => ({ foot: event.square, driver: ON_FOOT }));
    case "MarkerFell":
      return { ...view, markers: event.marker };
    case "Crossed":
      return change(view, event.chariot, () => ({ condition: HOME, team: -1, car: -1 }));
    case "Vanished":
      return change(view, event.chariot, () => ({ condition: GONE, team: -1, car: -1 }));
    default:
      return view;
  }
}
