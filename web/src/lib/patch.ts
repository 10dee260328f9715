/** Views are changed by patches: some of their fields with the values they have now. */

/**
 * Some fields of a value, down to any depth. A list is given whole, or as an object by index:
 * `{ cars: { 2: { at: 17 } } }`. A tagged value (`type`) of another kind is given whole.
 */
export type Patch<T> = T extends readonly unknown[]
  ? T | { readonly [index: number]: Patch<T[number]> }
  : T extends object
    ? { readonly [K in keyof T]?: Patch<T[K]> }
    : T;

type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value with a patch put in; what the patch does not name stays the same object. */
export function merge<T>(value: T, patch: Patch<T>): T {
  return put(value, patch) as T; // a patch of T in a T is a T
}

function put(old: unknown, patch: unknown): unknown {
  if (!isFields(patch)) return patch;
  if (Array.isArray(old)) return putInto(old, patch);
  if (!isFields(old) || ("type" in patch && patch["type"] !== old["type"])) return patch;
  const made: Fields = { ...old };
  for (const [name, value] of Object.entries(patch)) {
    if (value !== undefined) made[name] = put(old[name], value);
  }
  return made;
}

/** A place that is not in the list (a car without a player has no seat) is passed over. */
function putInto(old: readonly unknown[], patch: Fields): unknown[] {
  const made = [...old];
  for (const [index, value] of Object.entries(patch)) {
    if (index in old) made[Number(index)] = put(old[Number(index)], value);
  }
  return made;
}
