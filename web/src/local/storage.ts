/** The files that hold everything, in the origin's private file system; one tab has them. */

import { MemoryFile, type OpenFile } from "./kept_files";

export const FOLDER = "/kept";
export const DATABASE = "paddock.db";
const JOURNAL = `${DATABASE}-journal`;
const BEFORE = "before.db";
const BUILD = "build.txt";

type Handle = FileSystemFileHandle & { createSyncAccessHandle(): Promise<OpenFile> };

/** Waits for a lock, which lasts as long as this worker; false if another tab has it. */
function lock(name: string): Promise<boolean> {
  return new Promise((answer, fail) => {
    const held = (found: unknown) => {
      answer(found !== null);
      return found === null ? undefined : new Promise<void>(() => undefined);
    };
    navigator.locks.request(name, { ifAvailable: true }, held).catch(fail);
  });
}

/** The folder of this site: others at the same origin have their own. */
async function openFolder(base: string): Promise<FileSystemDirectoryHandle | null> {
  try {
    const all = await navigator.storage.getDirectory();
    const name = base.replaceAll("/", "+");
    return await all.getDirectoryHandle(`paddock${name}`, { create: true });
  } catch {
    return null; // some private windows keep nothing
  }
}

async function openFile(folder: FileSystemDirectoryHandle, name: string): Promise<OpenFile> {
  const handle = (await folder.getFileHandle(name, { create: true })) as Handle;
  return handle.createSyncAccessHandle();
}

function readAll(file: OpenFile): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(file.getSize());
  file.read(content, { at: 0 });
  return content;
}

export class Storage {
  private constructor(
    private readonly folder: FileSystemDirectoryHandle | null,
    readonly files: Map<string, OpenFile>,
  ) {}

  /** Whether what is written stays. */
  get isKept(): boolean {
    return this.folder !== null;
  }

  /** Open the files; null if another tab has them. Before a new version touches the database, a
   *  copy of it is kept. */
  static async open(base: string, build: string): Promise<Storage | null> {
    if (!(await lock(`paddock ${base}`))) return null;
    const folder = await openFolder(base);
    const files = new Map<string, OpenFile>();
    for (const name of [DATABASE, JOURNAL, BEFORE, BUILD])
      files.set(name, folder ? await openFile(folder, name) : new MemoryFile());
    const storage = new Storage(folder, files);
    const last = storage.lastBuild();
    if (last && last !== build) storage.copyBefore();
    return storage;
  }

  private lastBuild(): string {
    return new TextDecoder().decode(readAll(this.files.get(BUILD)!));
  }

  /** Keep a copy before an update or another file changes everything. */
  private copyBefore(): void {
    if (this.files.get(JOURNAL)!.getSize() > 0) return; // half a commit: SQLite repairs it first
    write(this.files.get(BEFORE)!, readAll(this.files.get(DATABASE)!));
  }

  /** This version has opened the database. */
  markStarted(build: string): void {
    if (this.lastBuild() !== build) write(this.files.get(BUILD)!, new TextEncoder().encode(build));
  }

  /** The database as it is, or as it was before the last update or replacement. */
  read(which: "now" | "before"): ArrayBuffer | null {
    const file = this.files.get(which === "now" ? DATABASE : BEFORE)!;
    return file.getSize() > 0 ? readAll(file).buffer : null;
  }

  /** Put another database in place of this one, which nothing may have open; a copy is kept. */
  replace(content: Uint8Array): void {
    this.copyBefore();
    this.files.get(JOURNAL)!.truncate(0);
    write(this.files.get(DATABASE)!, content);
  }
}

function write(file: OpenFile, content: Uint8Array): void {
  file.truncate(0);
  file.write(content, { at: 0 });
  file.flush();
}
