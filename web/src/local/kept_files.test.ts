import { expect, test } from "vitest";
import {
  checked,
  isFull,
  keptFiles,
  MemoryFile,
  type FileSystem,
  type OpenFile,
} from "./kept_files";

/** What Emscripten calls. */
interface Operations {
  node_ops: {
    lookup(parent: unknown, name: string): Operations;
    mknod(parent: unknown, name: string): Operations;
    unlink(parent: unknown, name: string): void;
    getattr(node: unknown): { size: number };
    readdir(): string[];
  };
  stream_ops: {
    write(stream: object, buffer: Int8Array, offset: number, length: number, at: number): number;
    read(stream: object, buffer: Int8Array, offset: number, length: number, at: number): number;
  };
}

class Errno extends Error {
  constructor(readonly code: number) {
    super(`error ${code}`);
  }
}

function mount(files: Map<string, OpenFile>): Operations {
  const fs = {
    ErrnoError: Errno,
    createNode: (_: unknown, name: string, mode: number) => ({ id: 1, name, mode }),
  } as unknown as FileSystem;
  return (keptFiles(fs, files) as { mount(): Operations }).mount();
}

/** A file that writes down in which order things reach the disk. */
class Watched extends MemoryFile {
  constructor(
    private readonly name: string,
    private readonly told: string[],
  ) {
    super();
  }
  override flush(): void {
    this.told.push(`flush ${this.name}`);
  }
  override write(from: Uint8Array, options: { at: number }): number {
    this.told.push(`write ${this.name}`);
    return super.write(from, options);
  }
}

test("a commit reaches the disk in SQLite's order", () => {
  const told: string[] = [];
  const files = new Map(["db", "journal"].map((name) => [name, new Watched(name, told)]));
  const folder = mount(files);
  const { mknod, unlink } = folder.node_ops;
  const write = (node: Operations) =>
    node.stream_ops.write({ node }, Int8Array.of(1, 2, 3), 0, 3, 0);
  const [db, journal] = [mknod(folder, "db"), mknod(folder, "journal")];
  write(journal);
  write(db);
  write(db);
  unlink(folder, "journal");
  expect(told).toEqual(["write journal", "flush journal", "write db", "write db", "flush db"]);
  expect(files.get("journal")!.getSize()).toBe(0);
});

test("files are read back, and only those that have bytes are there", () => {
  const files = new Map<string, OpenFile>([
    ["db", new MemoryFile()],
    ["journal", new MemoryFile()],
  ]);
  const folder = mount(files);
  const { lookup, mknod, getattr, readdir } = folder.node_ops;
  expect(() => lookup(folder, "db")).toThrow("error 44");
  expect(() => mknod(folder, "other")).toThrow("error 63");
  const node = mknod(folder, "db");
  node.stream_ops.write({ node }, Int8Array.of(9, 1, 2, 3), 1, 3, 2);
  expect(getattr(node).size).toBe(5);
  const found = new Int8Array(8);
  expect(node.stream_ops.read({ node }, found, 2, 6, 0)).toBe(5);
  expect([...found]).toEqual([0, 0, 0, 0, 1, 2, 3, 0]);
  expect(readdir()).toEqual([".", "..", "db"]);
});

test("a file that cannot grow without saying so fails", () => {
  const file = new MemoryFile();
  file.write(new Uint8Array(10), { at: 0 });
  const silent: OpenFile = {
    read: () => 0,
    write: () => 2 ** 32 - 8, // as Chromium in a private window
    truncate: () => undefined,
    getSize: () => 10,
    flush: () => undefined,
    close: () => undefined,
  };
  for (const change of [
    () => checked(silent).write(new Uint8Array(20), { at: 0 }),
    () => checked(silent).truncate(20),
  ])
    expect(failureOf(change)).toSatisfy(isFull);
  checked(file).truncate(20);
  expect(checked(file).write(new Uint8Array(5), { at: 2 })).toBe(5);
  expect(file.getSize()).toBe(20);
});

function failureOf(change: () => unknown): unknown {
  try {
    change();
  } catch (wrong) {
    return wrong;
  }
  return null;
}
