/** The log of a chariot: races with odds and place, and changes. */

import type { Fight } from "../../../../generated/circus-maximus-arena";
import { NoteKind, type Note } from "../../../../generated/circus-maximus-season";
import { driverName, weightName } from "../../data";
import { w } from "../../words";

const signed = (n: number) => (n >= 0 ? `+${n}` : `−${-n}`);

/** A line of the log in words. */
export function noteText(note: Note, names: readonly string[]): string {
  const race = note.race;
  switch (note.kind) {
    case NoteKind.RACED:
    case NoteKind.MATCH: {
      const said = [w(note.kind === NoteKind.RACED ? "log.raced" : "log.match", { race })];
      if (note.number) said.push(w("log.odds", { n: note.number }));
      said.push(note.place ? w("log.place", { n: note.place }) : w("log.no-place"));
      return said.join(", ");
    }
    case NoteKind.OWNER:
      return w("log.owner", { race, what: names[note.number] ?? "" });
    case NoteKind.DRIVER: {
      const what = `${driverName(note.text, names)} ${signed(note.number)}`;
      return w("log.driver", { race, what });
    }
    case NoteKind.MODIFIER:
      return w("log.modifier", { race, what: signed(note.number) });
    case NoteKind.HORSES:
      return w("log.horses", { race, what: note.text });
    case NoteKind.CAR:
      return w("log.car", { race, what: weightName(note.number) });
    case NoteKind.ENDURANCE:
      return w("log.endurance", { race, what: note.number });
  }
}

/** A line of a gladiator's log. */
export function fightText(line: Fight): string {
  const kind = (["log.lost", "log.drawn", "log.won"] as const)[line.result]!;
  const said = [w(kind, { race: line.race, foe: line.foe })];
  if (line.odds) said.push(w("log.odds", { n: line.odds }));
  return said.join(", ");
}
