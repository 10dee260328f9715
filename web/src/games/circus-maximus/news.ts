/** What an event did to a chariot, in a few words: shown on the chariot and under the board. */

import { StrainResult, type Event } from "../../generated/circus-maximus";
import { colourName, weaponName } from "./data";
import { w } from "./words";

export interface News {
  chariot: number;
  text: string;
  bad: boolean;
  /** The sum of the dice, as the event has it; of a contest both. */
  dice: number[];
}
const STRAINS = {
  [StrainResult.NOTHING]: "news.held",
  [StrainResult.SLIP]: "news.slip",
  [StrainResult.DOUBLE]: "news.double",
  [StrainResult.JOSTLE]: "jostled",
  [StrainResult.LEFT_HORSE]: "news.left-horse",
  [StrainResult.RIGHT_HORSE]: "news.right-horse",
  [StrainResult.FLIP]: "news.flip",
} as const;

const bad = (chariot: number, text: string, dice: number[] = []): News => ({
  chariot,
  text,
  bad: true,
  dice,
});
const good = (chariot: number, text: string, dice: number[] = []): News => ({
  ...bad(chariot, text, dice),
  bad: false,
});

export function newsOf(event: Event | null): News | null {
  if (!event || !("chariot" in event)) return null;
  const i = event.chariot;
  switch (event.type) {
    case "Whipped":
      return good(i, w("news.whip", { n: event.mf }));
    case "Strained": {
      const paid = event.paid ? ` · ${w("news.pays", { n: event.paid })}` : "";
      const text = `${w("strain-only", { n: event.points })}: ${w(STRAINS[event.result])}${paid}`;
      return { chariot: i, text, bad: event.result !== StrainResult.NOTHING, dice: [event.roll] };
    }
    case "WheelHeld":
      return good(i, w("news.wheel-held"), [event.roll]);
    case "Contested":
      return good(event.target, w("news.contest"), [event.attack, event.defence]);
    case "Attacked":
      return bad(event.target, `${weaponName(event.weapon)}: ${colourName(i)}`);
    case "HorseHurt":
      return bad(i, `${w("chance.horse")} −${event.points}`);
    case "HorseDied":
      return bad(i, w("dead-horse"));
    case "WheelHurt":
      return bad(i, `${w("wheel-hurt")} −${event.points}`);
    case "Wounded":
      return bad(i, w("wounded", { n: event.hits_left }));
    case "Blown":
      return bad(i, w("blown"));
    case "Jostled":
      return bad(i, w("jostled"));
    case "Flipped":
      return bad(i, w("news.flip"));
    case "Died":
      return bad(i, w("became.dead"));
    case "Evaded":
      return good(i, w("evades"));
    case "BackedUp":
      return good(i, w("backs"));
    case "Forced":
      return bad(i, w("pushed"));
    case "RanInto":
      return bad(i, w("into", { whom: colourName(event.target) }));
    case "WheelLost":
      return bad(i, w("wheel-lost"));
    case "Pulled":
      return bad(i, w("became.dragged"));
    case "Landed":
      return bad(i, w("wreck"));
    case "CutHimselfFree":
    case "Abandoned":
      return good(i, w("became.on-foot"));
    case "Climbed":
      return good(i, w("became.safe"));
    case "Crossed":
      return good(i, w("became.home"));
    default:
      return null;
  }
}
