/**
 * A folder for Python whose few files lie in the origin's private file system. They are opened
 * ahead, because that takes a promise and SQLite cannot wait for one; then every read and write is
 * synchronous. What SQLite has written outlives a killed tab, and what it has synced a power cut.
 */

/** What we use of Emscripten's file system; Pyodide's types leave it out. */
export interface FileSystem {
  ErrnoError: new (code: number) => Error;
  createNode(parent: Node | null, name: string, mode: number, dev: number): Node;
  mkdir(path: string): void;
  writeFile(path: string, content: Uint8Array): void;
  unlink(path: string): void;
  mount(type: object, options: object, path: string): void;
}

interface Node {
  id: number;
  name: string;
  mode: number;
  parent: Node;
  node_ops: object;
  stream_ops: object;
}

interface Stream {
  node: Node;
  position: number;
}

interface Attributes {
  mode?: number;
  size?: number;
}

/** What we use of an open file; also made in memory, where the browser keeps nothing. */
export interface OpenFile {
  read(into: Uint8Array, options: { at: number }): number;
  write(from: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
}

const MISSING = 44; // ENOENT
const DENIED = 63; // EPERM
const INVALID = 28; // EINVAL
const FULL = 51; // ENOSPC
const FAILED = 29; // EIO
const FOLDER_MODE = 0o40700;
const FILE_MODE = 0o100600;

/**
 * A file system with these files. One of no bytes does not exist, so that SQLite's journal can come
 * and go. Emscripten ignores SQLite's own calls for a sync, so their order is kept here: the journal
 * is on the disk before the database changes, and the database before the journal goes.
 * `onFull` is called when the browser gives no more room.
 */
export function keptFiles(
  fs: FileSystem,
  files: Map<string, OpenFile>,
  onFull: () => void = () => undefined,
): object {
  const made = new Set<string>();
  const written = new Set<string>();
  const sync = (isWanted: (name: string) => boolean) => {
    for (const name of [...written].filter(isWanted)) {
      files.get(name)!.flush();
      written.delete(name);
    }
  };
  const exists = (name: string) => made.has(name) || (files.get(name)?.getSize() ?? 0) > 0;
  const file = (node: Node) => files.get(node.name)!;
  /** Any other exception would end the interpreter; SQLite rolls back after one of these. */
  const attempt = <T>(change: () => T): T => {
    try {
      return change();
    } catch (wrong) {
      if (!isFull(wrong)) throw new fs.ErrnoError(FAILED);
      onFull();
      throw new fs.ErrnoError(FULL);
    }
  };
  const isFolder = (node: Node) => node.mode === FOLDER_MODE;

  function add(parent: Node | null, name: string, mode: number): Node {
    const node = fs.createNode(parent, name, mode, 0);
    node.node_ops = nodeOps;
    node.stream_ops = streamOps;
    return node;
  }

  const nodeOps = {
    getattr(node: Node) {
      const size = isFolder(node) ? 4096 : file(node).getSize();
      const time = new Date(0);
      return {
        dev: 1,
        ino: node.id,
        mode: node.mode,
        nlink: 1,
        uid: 0,
        gid: 0,
        rdev: 0,
        size,
        atime: time,
        mtime: time,
        ctime: time,
        blksize: 4096,
        blocks: Math.ceil(size / 4096),
      };
    },
    setattr(node: Node, attributes: Attributes) {
      if (attributes.mode !== undefined) node.mode = attributes.mode;
      const { size } = attributes;
      if (size !== undefined) attempt(() => file(node).truncate(size));
    },
    lookup(parent: Node, name: string) {
      if (!exists(name)) throw new fs.ErrnoError(MISSING);
      return add(parent, name, FILE_MODE);
    },
    mknod(parent: Node, name: string) {
      if (!files.has(name)) throw new fs.ErrnoError(DENIED);
      made.add(name);
      return add(parent, name, FILE_MODE);
    },
    unlink(_: Node, name: string) {
      written.delete(name);
      attempt(() => {
        sync(() => true);
        files.get(name)!.truncate(0);
      });
      made.delete(name);
    },
    rename() {
      throw new fs.ErrnoError(DENIED);
    },
    rmdir() {
      throw new fs.ErrnoError(DENIED);
    },
    symlink() {
      throw new fs.ErrnoError(DENIED);
    },
    readdir: () => [".", "..", ...[...files.keys()].filter(exists)],
  };

  const streamOps = {
    read(stream: Stream, buffer: Int8Array, offset: number, length: number, at: number): number {
      return attempt(() => file(stream.node).read(bytesOf(buffer, offset, length), { at }));
    },
    write(stream: Stream, buffer: Int8Array, offset: number, length: number, at: number): number {
      const { name } = stream.node;
      return attempt(() => {
        sync((other) => other !== name);
        written.add(name);
        return file(stream.node).write(bytesOf(buffer, offset, length), { at });
      });
    },
    llseek(stream: Stream, offset: number, whence: number): number {
      const from = [0, stream.position, file(stream.node).getSize()][whence] ?? 0;
      if (from + offset < 0) throw new fs.ErrnoError(INVALID);
      return from + offset;
    },
  };

  return { mount: () => add(null, "/", FOLDER_MODE) };
}

/** The same file, which fails when there is no room: in a private window Chromium says nothing, and
 *  returns a number that no write can have. */
export function checked(file: OpenFile): OpenFile {
  const check = (isDone: boolean) => {
    if (!isDone) throw new DOMException("no room", "QuotaExceededError");
  };
  return {
    read: (into, options) => file.read(into, options),
    write(from, options) {
      const written = file.write(from, options);
      check(written === from.length);
      return written;
    },
    truncate(size) {
      file.truncate(size);
      check(file.getSize() === size);
    },
    getSize: () => file.getSize(),
    flush: () => file.flush(),
    close: () => file.close(),
  };
}

/** Whether the browser gives no more room. */
export function isFull(wrong: unknown): boolean {
  return wrong instanceof Error && wrong.name === "QuotaExceededError";
}

function bytesOf(buffer: Int8Array, offset: number, length: number): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length);
}

/** A file in memory. */
export class MemoryFile implements OpenFile {
  private content = new Uint8Array(0);

  read(into: Uint8Array, { at }: { at: number }): number {
    const found = this.content.subarray(at, at + into.length);
    into.set(found);
    return found.length;
  }

  write(from: Uint8Array, { at }: { at: number }): number {
    if (at + from.length > this.content.length) this.truncate(at + from.length);
    this.content.set(from, at);
    return from.length;
  }

  truncate(size: number): void {
    const before = this.content;
    this.content = new Uint8Array(size);
    this.content.set(before.subarray(0, size));
  }

  getSize(): number {
    return this.content.length;
  }

  flush(): void {
    // nothing to wait for
  }

  close(): void {
    this.content = new Uint8Array(0);
  }
}
