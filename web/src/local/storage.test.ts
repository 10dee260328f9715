import { expect, test } from "vitest";
import { MemoryFile, type OpenFile } from "./kept_files";
import { DATABASE, Storage } from "./storage";

const OLD = new TextEncoder().encode("the races that were kept");
const NEW = new TextEncoder().encode("other races, which are brought, and more of them");

/** Files of which nothing is written any more after some changes, as in a tab that is killed. */
class Disk {
  changes = 0;
  last = Infinity;
  readonly files = new Map(
    [DATABASE, `${DATABASE}-journal`, "before.db", "build.txt"].map((name) => [name, this.file()]),
  );

  private file(): OpenFile {
    const file = new MemoryFile();
    const change = <T>(make: () => T): T => {
      this.changes += 1;
      if (this.changes > this.last) throw new Error("killed");
      return make();
    };
    return {
      read: (into, options) => file.read(into, options),
      write: (from, options) => change(() => file.write(from, options)),
      truncate: (size) => change(() => file.truncate(size)),
      getSize: () => file.getSize(),
      flush: () => undefined,
      close: () => undefined,
    };
  }
}

function replaced(last: number): { disk: Disk; isDone: boolean } {
  const disk = new Disk();
  const storage = Storage.of(disk.files, null);
  disk.files.get(DATABASE)!.write(OLD, { at: 0 });
  storage.markStarted("build 1");
  disk.changes = 0;
  disk.last = last;
  try {
    storage.replace(NEW);
    return { disk, isDone: true };
  } catch {
    return { disk, isDone: false };
  } finally {
    disk.last = Infinity;
  }
}

test("a tab that is killed while it replaces everything loses nothing", () => {
  const { disk, isDone } = replaced(Infinity);
  expect(isDone).toBe(true);
  const text = (content: ArrayBuffer | null) => new TextDecoder().decode(content ?? undefined);
  for (let last = 0; last < disk.changes; last++) {
    const killed = replaced(last);
    expect(killed.isDone).toBe(false);
    const found = text(Storage.of(killed.disk.files, null).read("now"));
    expect([text(OLD.buffer), text(NEW.buffer)], `killed after ${last} changes`).toContain(found);
  }
  const after = Storage.of(disk.files, null);
  expect(text(after.read("now"))).toBe(text(NEW.buffer));
  expect(text(after.read("before"))).toBe(text(OLD.buffer));
});
