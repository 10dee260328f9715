/** The files that hold everything, in the origin's private file system; one tab has them. */

import { checked, isFull, MemoryFile, type OpenFile } from "./kept_files";
import type { KeptFile } from "./messages";

export const FOLDER = "/kept";
export const DATABASE = "paddock.db";
const JOURNAL = `${DATABASE}-journal`;
const BEFORE = "before.db";
const BUILD = "build.txt";

type Handle = FileSystemFileHandle & { createSyncAccessHandle(): Promise<OpenFile> };

/** How long a page that was left may take to let go of its files: Chromium waits two seconds for a
 *  worker that computes. */
const LEAVING_MS = 4_000;
const AGAIN_MS = 50;
/** What is in the file of the build while another database is put in place of this one. */
const REPLACING = "replacing";

/** Takes a lock, which lasts as long as this worker; false if another tab has it and keeps it. A
 *  browser that keeps nothing has no locks either: then there is nothing to share. */
function lock(name: string): Promise<boolean> {
  return new Promise((answer) => {
    const signal = AbortSignal.timeout(LEAVING_MS);
    const held = () => {
      answer(true);
      return new Promise<void>(() => undefined);
    };
    navigator.locks
      .request(name, { signal }, held)
      .catch((wrong: unknown) =>
        answer(!(wrong instanceof Error && wrong.name === "TimeoutError")),
      );
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
  const until = performance.now() + LEAVING_MS;
  for (;;)
    try {
      return checked(await handle.createSyncAccessHandle());
    } catch (wrong) {
      const isOpen = wrong instanceof Error && wrong.name === "NoModificationAllowedError";
      if (!isOpen || performance.now() > until) throw wrong; // a page that was left may still have it
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
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

  /** Open the files; null if another tab has them. */
  static async open(base: string): Promise<Storage | null> {
    if (!(await lock(`paddock ${base}`))) return null;
    const folder = await openFolder(base);
    const files = new Map<string, OpenFile>();
    for (const name of [DATABASE, JOURNAL, BEFORE, BUILD])
      files.set(name, folder ? await openFile(folder, name) : new MemoryFile());
    return Storage.of(files, folder);
  }

  /** With these files. If the page was closed while another database was put in place, the one from
   *  before comes back. */
  static of(files: Map<string, OpenFile>, folder: FileSystemDirectoryHandle | null): Storage {
    const storage = new Storage(folder, files);
    if (storage.lastBuild === REPLACING) {
      write(files.get(DATABASE)!, readAll(files.get(BEFORE)!));
      storage.lastBuild = "";
    }
    return storage;
  }

  private get lastBuild(): string {
    return new TextDecoder().decode(readAll(this.files.get(BUILD)!));
  }

  private set lastBuild(build: string) {
    write(this.files.get(BUILD)!, new TextEncoder().encode(build));
  }

  /** Before a version touches the database of another one, keep a copy. SQLite has opened it before:
   *  half a commit is undone then. False if there is no room for a copy. */
  keepCopy(build: string): boolean {
    if (["", build].includes(this.lastBuild)) return true;
    try {
      this.copyBefore();
      return true;
    } catch (wrong) {
      if (isFull(wrong)) return false;
      throw wrong;
    }
  }

  private copyBefore(): void {
    write(this.files.get(BEFORE)!, readAll(this.files.get(DATABASE)!));
  }

  /** This version has opened the database. */
  markStarted(build: string): void {
    if (this.lastBuild !== build) this.lastBuild = build;
  }

  has(which: KeptFile): boolean {
    return this.files.get(which === "now" ? DATABASE : BEFORE)!.getSize() > 0;
  }

  /** The database as it is, or as it was before the last update or replacement. */
  read(which: KeptFile): ArrayBuffer | null {
    if (!this.has(which)) return null;
    return readAll(this.files.get(which === "now" ? DATABASE : BEFORE)!).buffer;
  }

  /** Put another database in place of this one, which nothing may have open; a copy is kept. If that
   *  fails, nothing has changed. */
  replace(content: Uint8Array): void {
    const build = this.lastBuild;
    this.copyBefore();
    this.lastBuild = REPLACING;
    try {
      this.files.get(JOURNAL)!.truncate(0);
      write(this.files.get(DATABASE)!, content);
    } catch (wrong) {
      write(this.files.get(DATABASE)!, readAll(this.files.get(BEFORE)!));
      throw wrong;
    } finally {
      this.lastBuild = build;
    }
  }
}

/** Write a file. The room is asked for first: without it the file stays as it is. */
function write(file: OpenFile, content: Uint8Array): void {
  const size = file.getSize();
  try {
    if (content.length > size) file.truncate(content.length);
  } catch (wrong) {
    file.truncate(size);
    throw wrong;
  }
  file.write(content, { at: 0 });
  file.truncate(content.length);
  file.flush();
}
