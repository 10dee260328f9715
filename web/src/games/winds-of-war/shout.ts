/** What just happened, in a word next to its car. */

import { Gauge, type Colour } from "../../generated/winds-of-war";
import { eventName, failureName, gaugeName, groundName, KMH, testName } from "./data";
import { clockTime, type Event } from "./model";
import { w } from "./words";

export interface Shout {
  seat: number | null;
  text: string;
  bad: boolean;
  dice?: Colour[];
  warnings?: number;
}

export function shoutOf(event: Event): Shout | null {
  const at = (s: number | null, text: string, bad = false): Shout => ({ seat: s, text, bad });
  switch (event.type) {
    case "Planned":
      return at(event.seat, w("planned", { n: event.speed * KMH }));
    case "Tested":
      return {
        seat: event.seat,
        text: testName(event.test),
        bad: event.warnings > 0,
        dice: event.dice,
        warnings: event.warnings,
      };
    case "ChallengeRolled":
      return at(event.seat, event.warning ? w("warning") : w("blank"), event.warning);
    case "EventDrawn":
      return at(null, `${w("event")} ${event.event}: ${eventName(event.event)}`, true);
    case "BrokeDown":
      return at(event.seat, failureName(event.failure), true);
    case "Stalled":
      return at(event.seat, w("stalled"), true);
    case "Launched":
      return at(event.seat, w("launched"));
    case "EmergencyBraked":
      return at(event.seat, w("emergency"), true);
    case "Understeered":
      return at(event.seat, w("understeer"), true);
    case "WentStraight":
      return at(event.seat, w("wentStraight"), true);
    case "LeftRoad":
      return at(event.seat, w("leftRoad", { n: groundName(event.ground) }), true);
    case "Collided":
      return at(event.by, w("collision"), true);
    case "AllCollided":
      return at(event.seats[0] ?? null, w("collision"), true);
    case "Slipstreamed":
      return at(event.by, w("slip"));
    case "HardBraked":
      return at(event.seat, w("hardBrake"));
    case "ExitedFast":
      return at(event.seat, w("fastExit"));
    case "PulledOver":
      return at(event.seat, w("pullOver", { n: event.turns }));
    case "Arrived":
      return at(event.seat, w("arrivedAt", { time: clockTime(event.reading) }));
    case "LostTheWay":
      return at(event.seat, w("lostWay", { n: event.minutes }), true);
    case "Pitted":
      return at(event.seat, w("pitStop", { n: event.turns }));
    case "BackOnRoad":
      return at(event.seat, w("back"));
    case "LapTimed":
      return at(
        event.seat,
        w("lapDone", {
          n: event.lap,
          m: Math.floor(event.duration / 60),
          s: String(event.duration % 60).padStart(2, "0"),
        }),
      );
    case "LapDone":
      return at(
        event.seat,
        w("lapDone", {
          n: event.lap,
          m: event.minutes,
          s: String(event.seconds).padStart(2, "0"),
        }),
      );
    case "Finished":
    case "GaveUp":
      return at(event.seat, w("placed", { n: event.place }));
    case "Retired":
      return at(event.seat, w("retired"), true);
    case "Damaged":
      return at(
        event.seat,
        `${gaugeName(event.gauge)} ${event.gauge === Gauge.HEAT ? "+" : "−"}${event.points}`,
        true,
      );
    case "Cooled":
      return at(event.seat, w("cools"));
    default:
      return null;
  }
}
