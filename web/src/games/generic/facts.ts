/** A view taken apart for reading. */

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export interface SeatTable {
  name: string;
  columns: string[];
  rows: Fields[];
}

/** Lists with an entry for each seat are tables by driver. */
export function tables(view: unknown, seats: number): SeatTable[] {
  if (!isFields(view)) return [];
  const out: SeatTable[] = [];
  for (const [name, value] of Object.entries(view)) {
    if (!Array.isArray(value) || value.length !== seats || !seats) continue;
    if (!value.every(isFields)) continue;
    const rows = value;
    out.push({ name, rows, columns: Object.keys(rows[0] ?? {}).filter((k) => k !== "type") });
  }
  return out;
}

/** Everything else, one line each; what lies deeper is named with a dot. */
export function facts(view: unknown, prefix = "", depth = 0): [string, unknown][] {
  if (!isFields(view)) return [];
  return Object.entries(view).flatMap(([name, value]): [string, unknown][] => {
    const full = prefix ? `${prefix} · ${name}` : name;
    if (name === "options") return [];
    if (isFields(value) && depth < 2) return facts(value, full, depth + 1);
    if (Array.isArray(value) && value.length && value.every(isFields)) return [];
    return [[full, value]];
  });
}

export function cell(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (value === true) return "✓";
  if (value === false) return "–";
  if (Array.isArray(value)) return value.length ? value.map(cell).join(", ") : "–";
  if (isFields(value)) {
    return Object.entries(value)
      .map(([k, v]) => (k === "type" ? cell(v) : `${title(k)} ${cell(v)}`))
      .join(", ");
  }
  return String(value);
}

export function title(name: string): string {
  const text = name.replace(/_/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
