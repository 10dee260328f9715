/** Saves what this browser keeps as a file. */

import { saveFile } from "../lib/download";
import { readKept } from "./client";
import type { KeptFile } from "./messages";

export async function saveKept(which: KeptFile): Promise<void> {
  const content = await readKept(which);
  const day = new Date().toISOString().slice(0, 10);
  if (content) saveFile(new Blob([content]), `paddock-${which}-${day}.db`);
}
