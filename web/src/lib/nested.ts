/** Options whose names have dots belong to an inner race: "race.laps" is {race: {laps}}. */

export function nest(flat: Record<string, unknown>): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(flat)) {
    const path = name.split(".");
    let inner = out;
    for (const part of path.slice(0, -1)) {
      inner[part] ??= {};
      inner = inner[part] as Record<string, unknown>;
    }
    inner[path[path.length - 1]!] = value;
  }
  return out;
}
