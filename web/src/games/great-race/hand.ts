/** How tickets lie side by side. */

export const TICKET = 76; // with a margin of four on either side, which may be shared
const SEEN = 69; // so much of a ticket must be seen to read its name

/** Kinds of cards in a row: whole ones as long as every name is seen, else stubs in two rows. */
export function laid(kinds: number, width: number): { stub: boolean; line: number; step: number } {
  const stub = width - TICKET < SEEN * (kinds - 1);
  const line = stub ? Math.ceil(kinds / 2) : kinds;
  return { stub, line, step: line > 1 ? Math.min(79, (width - TICKET) / (line - 1)) : 0 };
}
