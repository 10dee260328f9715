/** What can be done from where one stands: the squares and rivals that the options lead to. */

import {
  Part,
  type Attack,
  type Chariot,
  type Game,
  type View,
} from "../../generated/circus-maximus";
import type { Option } from "../../generated/wire";
import type { Oval } from "./geometry";
import { onTrack } from "./model";

export interface Target {
  square: number;
  option: Option<Game>;
  risk: number;
  /** The chance that anything at all happens in the corner. */
  mishap: number;
  points: number;
  text: string;
}
export interface Strike {
  option: Option<Game>;
  move: Attack;
  square: number;
}
export interface Reach {
  /** Squares a step leads to. */
  targets: Target[];
  /** Further squares straight ahead, which ask for nothing on the way. */
  path: { square: number; n: number }[];
  /** Where each speed leads, straight on. */
  speeds: { option: Option<Game>; speed: number; square: number }[];
  strikes: Strike[];
  brake: Option<Game> | null;
}

function targets(options: readonly Option<Game>[]): Target[] {
  return options.flatMap((option) => {
    const { move, foreseen: f } = option;
    const square = move.type === "Run" ? move.square : (f["to"] ?? -1);
    if (move.type === "Write" || square < 0) return [];
    const mishap = ["slip", "double", "jostle", "horse", "flip"].reduce(
      (sum, key) => sum + (f[key] ?? 0),
      0,
    );
    const text = f["mf"] ? String(f["mf"]) : "";
    return [{ square, option, risk: f["flip"] ?? 0, mishap, points: f["points"] ?? 0, text }];
  });
}
function path(me: Chariot | undefined, oval: Oval, options: readonly Option<Game>[]) {
  const n = options.find((o) => o.move.type === "Forward")?.foreseen["run"] ?? 0;
  const out: { square: number; n: number }[] = [];
  let square = me && me.team >= 0 ? me.team : -1;
  for (let k = 1; square >= 0 && k <= n; k++) {
    square = oval.ahead(square);
    if (k > 1) out.push({ square, n: k });
  }
  return out;
}
function strikes(view: View, oval: Oval, options: readonly Option<Game>[]): Strike[] {
  return options.flatMap((option) => {
    const move = option.move;
    if (move.type !== "Attack") return [];
    const d = view.chariots[move.target]!;
    const aimed =
      move.part === Part.TEAM
        ? d.team
        : move.part === Part.CAR
          ? d.car
          : oval.behind(d.car >= 0 ? d.car : d.team, d.segments);
    return [{ option, move, square: aimed >= 0 ? aimed : d.team }];
  });
}
export function reachOf(
  view: View,
  oval: Oval,
  me: Chariot | undefined,
  options: readonly Option<Game>[],
  whip: boolean,
): Reach {
  return {
    targets: targets(options),
    path: path(me, oval, options),
    speeds: options.flatMap((option) => {
      const move = option.move;
      const square = option.foreseen["to"] ?? -1;
      if (move.type !== "Write" || move.whip !== whip || !move.speed || square < 0) return [];
      return [{ option, speed: move.speed, square }];
    }),
    strikes: strikes(view, oval, options),
    brake: options.find((o) => o.move.type === "Brake") ?? null,
  };
}
export const squaresOf = (reach: Reach): number[] =>
  [reach.targets, reach.path, reach.speeds].flatMap((some) => some.map((one) => one.square));

/** The rivals next to a chariot on the lap: next to it, the next one ahead, the next one behind. */
export function neighbours(view: View, oval: Oval, me: number): number[] {
  const mine = view.chariots[me];
  if (!mine || !onTrack(mine)) return [];
  const here = oval.along(mine.team);
  const others = view.chariots.flatMap((c, i) =>
    i === me || !onTrack(c)
      ? []
      : [{ i, ahead: (oval.along(c.team) - here + oval.lap) % oval.lap }],
  );
  const beside = others.filter((one) => one.ahead < 1 || one.ahead > oval.lap - 1);
  const apart = others.filter((one) => !beside.includes(one)).sort((a, b) => a.ahead - b.ahead);
  const [ahead, behind] = [apart[0], apart.at(-1)];
  const near = [ahead, behind].filter((one) => one !== undefined);
  near.sort(
    (a, b) => Math.min(a.ahead, oval.lap - a.ahead) - Math.min(b.ahead, oval.lap - b.ahead),
  );
  return [...new Set([...beside, ...near].map((one) => one.i))];
}
