/** Which clause is being read, anywhere on the page. */

class Reading {
  now = $state.raw<{ game: string; id: string } | null>(null);
  open(game: string, id: string): void {
    this.now = { game, id };
  }
  close(): void {
    this.now = null;
  }
}

export const reading = new Reading();
