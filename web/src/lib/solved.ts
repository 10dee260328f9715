/** Exercises that were solved in this browser: they need not come back. */

const KEY = "paddock-solved";
const MOST = 500;

export function solved(): Set<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : []);
  } catch {
    return new Set();
  }
}

export function remember(name: string): void {
  if (!name) return;
  const kept = solved();
  kept.delete(name); // the latest last
  try {
    localStorage.setItem(KEY, JSON.stringify([...kept, name].slice(-MOST)));
  } catch {
    // nothing can be kept here: it comes back
  }
}
