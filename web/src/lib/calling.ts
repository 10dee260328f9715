/** The page's title and icon say that it is my turn; a number counts my turns in other races. */

import { api } from "./api";
import { addressOf } from "./base";

const link = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]');
const LOOK_MS = 60_000;
let usual = "";
let shown = document.title;
let waiting: string[] = [];

function write(): void {
  const elsewhere = waiting.filter((id) => location.pathname !== addressOf(`/t/${id}`)).length;
  document.title = elsewhere > 0 ? `(${elsewhere}) ${shown}` : shown;
}

export function call(title: string, calling: string | null): void {
  shown = calling === null ? title : `● ${calling} – ${title}`;
  write();
  const icon = link();
  if (!icon) return;
  usual ||= icon.href;
  const wanted = calling === null ? usual : addressOf("/icon-turn.svg");
  if (!icon.href.endsWith(wanted)) icon.href = wanted;
}

async function look(): Promise<void> {
  try {
    const { yours } = await api.lobby();
    const mine = yours.filter((card) => card.your_turn && card.kind === "race");
    waiting = mine.map((card) => card.id);
    write();
  } catch {
    // the number stays until the server answers again
  }
}

/** Count the races that wait for me: now and then, and when I come back to this tab. */
export function watchWaiting(): void {
  void look();
  setInterval(() => void look(), LOOK_MS);
  document.addEventListener("visibilitychange", () => void look());
}
