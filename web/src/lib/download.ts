/** Saves an answer of the app as a file. Links to the app itself cannot: nothing serves them. */

import { transport } from "./transport";

export async function download(path: string, name: string): Promise<void> {
  const answer = await transport.fetch(path, { method: "GET" });
  if (answer.ok) saveFile(await answer.blob(), name || path.split("/").pop()!);
}

export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // the browser still reads it
}
