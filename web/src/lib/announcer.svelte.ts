/** What is said to those who listen: one sentence after another, none overwritten by the next. */

const MOST = 12; // sentences that wait to be read; older ones are past caring

export class Announcer {
  lines = $state.raw<{ id: number; text: string }[]>([]);
  private next = 0;

  say(text: string): void {
    if (!text || this.lines.at(-1)?.text === text) return;
    this.lines = [...this.lines.slice(1 - MOST), { id: this.next++, text }];
  }
}
