/** A name where there is little room. A number at its end, which distinguishes bots, stays. */
export function brief(name: string, most: number): string {
  if (name.length <= most) return name;
  const tail = /\s\d+$/.exec(name)?.[0] ?? "";
  return `${name.slice(0, most - 1 - tail.length).trimEnd()}…${tail}`;
}
