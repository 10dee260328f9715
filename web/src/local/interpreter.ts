/** Starts Python in a worker, and tells how far it is. */

import type { FileSystem } from "./kept_files";
import type { SiteInfo, Step } from "./messages";

/** A Python object; `destroy` frees it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what a Python object has is not known
export type PythonObject = any;

/** What we use of Pyodide. */
export interface Interpreter {
  FS: FileSystem;
  pyimport(name: string): PythonObject;
  toPy(value: unknown): PythonObject;
  /** Called when the interpreter can do nothing any more, for example without memory. */
  _api: { on_fatal?: (wrong: unknown) => void };
  unpackArchive(content: ArrayBuffer, kind: string, options: { extractDir: string }): void;
}

/** A file of the site did not arrive. */
export class NotLoaded extends Error {}

interface Runtime {
  loadPyodide(options: object): Promise<Interpreter>;
}

export type Tell = (step: Step, loaded: number, total: number) => void;

const CODE = "/paddock";
const LOADED_CODE = "paddock.server.workers.loaded_code";
const ENVIRONMENT = {
  HOME: "/tmp",
  MULTIDICT_NO_EXTENSIONS: "1",
};

export async function readSiteInfo(base: string): Promise<SiteInfo> {
  const answer = await load(`${base}site.json`, { cache: "no-cache" });
  return answer.json().catch((wrong: unknown) => {
    throw new NotLoaded(`site.json: ${String(wrong)}`);
  }) as Promise<SiteInfo>;
}

export async function startPython(base: string, info: SiteInfo, tell: Tell): Promise<Interpreter> {
  const sizes = new Map(info.files.map((file) => [file.path, file.size]));
  const archive = info.archives.paddock;
  const wanted = [...sizes.keys()].filter(
    (path) => path.startsWith(info.runtime) || path === info.library || path === archive,
  );
  const total = wanted.reduce((sum, path) => sum + sizes.get(path)!, 0);
  const got = new Map<string, number>();
  const count = (path: string, bytes: number) => {
    got.set(path, bytes);
    tell(
      "download",
      Math.min(
        total,
        [...got.values()].reduce((sum, n) => sum + n, 0),
      ),
      total,
    );
  };

  // Pyodide fetches its own files, and may wait without end for one that does not arrive: they are
  // counted and watched on the way.
  let lose: (wrong: unknown) => void = () => undefined;
  const lost = new Promise<never>((_, fail) => (lose = fail));
  const plainFetch = self.fetch.bind(self);
  self.fetch = async (address, init) => {
    const answer = await load(address, init, plainFetch).catch((wrong: unknown) => {
      lose(wrong);
      throw wrong;
    });
    const url = new URL(answer.url || String(address), self.location.href);
    const path = url.pathname.slice(base.length);
    return sizes.has(path) ? counted(answer, (bytes) => count(path, bytes), lose) : answer;
  };

  const address = new URL(base, self.location.href);
  const runtime = new URL(info.runtime, address).href;
  const all = Promise.all([
    (import(/* @vite-ignore */ `${runtime}pyodide.mjs`) as Promise<Runtime>).then((pyodide) =>
      pyodide.loadPyodide({
        indexURL: runtime,
        stdLibURL: new URL(info.library, address).href,
        env: ENVIRONMENT,
        stdout: (text: string) => console.info(text),
        stderr: (text: string) => console.warn(text),
      }),
    ),
    loadArchive(base, archive),
  ]);
  const [python, content] = await Promise.race([all, lost]).catch((wrong: unknown) => {
    // a module that does not arrive is a TypeError in all browsers
    throw wrong instanceof TypeError ? new NotLoaded(wrong.message) : wrong;
  });
  self.fetch = plainFetch;
  tell("unpack", total, total);
  unpack(python, archive, content);
  python.pyimport("sys").path.insert(0, CODE);
  return python;
}

export async function loadArchive(base: string, path: string): Promise<ArrayBuffer> {
  const answer = await load(base + path);
  return answer.arrayBuffer().catch((wrong: unknown) => {
    throw new NotLoaded(`${path}: ${String(wrong)}`);
  });
}

/** Fetch a file that must be there. */
async function load(address: RequestInfo | URL, init?: RequestInit, get = fetch) {
  const answer = await get(address, init).catch((wrong: unknown) => {
    throw new NotLoaded(`${String(address)}: ${String(wrong)}`);
  });
  if (!answer.ok) throw new NotLoaded(`${answer.url}: ${answer.status}`);
  return answer;
}

/** Unpack an archive next to what is there. */
export function unpack(python: Interpreter, path: string, content: ArrayBuffer): void {
  const kind = path.endsWith(".zip") ? "zip" : "zstdtar";
  python.unpackArchive(content, kind, { extractDir: CODE });
}

function counted(
  answer: Response,
  tell: (bytes: number) => void,
  lose: (wrong: unknown) => void,
): Response {
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      bytes += part.length;
      tell(bytes);
      controller.enqueue(part);
    },
  });
  answer.body!.pipeTo(counter.writable).catch((wrong: unknown) => {
    lose(new NotLoaded(`${answer.url}: ${String(wrong)}`));
  });
  const { status, statusText, headers } = answer;
  return new Response(counter.readable, { status, statusText, headers });
}

const UTF8 = new TextDecoder();

/** What Python hands over: its bytes, which are gone after the call. */
export type PythonBytes = { getBuffer(kind: string): { data: Uint8Array; release(): void } };

export function copyBytes(bytes: PythonBytes): Uint8Array<ArrayBuffer> {
  return useBytes(bytes, (data) => data.slice() as Uint8Array<ArrayBuffer>);
}

/** A text from its UTF-8: Pyodide would put a `str` together character by character. */
export function decodeText(bytes: PythonBytes): string {
  return useBytes(bytes, (data) => UTF8.decode(data));
}

function useBytes<T>(bytes: PythonBytes, use: (data: Uint8Array) => T): T {
  const buffer = bytes.getBuffer("u8");
  try {
    return use(buffer.data);
  } finally {
    buffer.release();
  }
}

/** Free the code of modules that are loaded: they are in Python's memory now. */
export function deleteLoadedCode(python: Interpreter): void {
  python.pyimport(LOADED_CODE).delete_loaded_code(CODE);
}

/** Free what rules and bots do not need. */
export function deleteUnneededPackages(python: Interpreter): void {
  python.pyimport(LOADED_CODE).delete_unneeded_packages(CODE);
}
