/** Which clause is shown in a dialog, wherever on the page it was asked for. */

class ClauseShown {
  now = $state.raw<{ game: string; id: string } | null>(null);
  open(game: string, id: string): void {
    this.now = { game, id };
  }
  close(): void {
    this.now = null;
  }
}

export const clauseShown = new ClauseShown();
