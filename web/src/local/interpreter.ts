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

export type Tell = (step: Step, loaded: number, total: number) => void;

const CODE = "/paddock";
const ENVIRONMENT = {
  HOME: "/tmp",
  MULTIDICT_NO_EXTENSIONS: "1",
};

export async function readSiteInfo(base: string): Promise<SiteInfo> {
  const answer = await fetch(`${base}site.json`, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`site.json: ${answer.status}`);
  return (await answer.json()) as SiteInfo;
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

  // Pyodide fetches its own files: what arrives is counted on the way.
  const plainFetch = self.fetch.bind(self);
  self.fetch = async (address, init) => {
    const answer = await plainFetch(address, init);
    const url = new URL(answer.url || String(address), self.location.href);
    const path = url.pathname.slice(base.length);
    return sizes.has(path) && answer.ok ? counted(answer, (bytes) => count(path, bytes)) : answer;
  };

  const address = new URL(base, self.location.href);
  const loading = loadArchive(base, archive);
  const runtime = new URL(info.runtime, address).href;
  const { loadPyodide } = (await import(/* @vite-ignore */ `${runtime}pyodide.mjs`)) as {
    loadPyodide: (options: object) => Promise<Interpreter>;
  };
  const [python, content] = await Promise.all([
    loadPyodide({
      indexURL: runtime,
      stdLibURL: new URL(info.library, address).href,
      env: ENVIRONMENT,
      stdout: (text: string) => console.info(text),
      stderr: (text: string) => console.warn(text),
    }),
    loading,
  ]);
  self.fetch = plainFetch;
  tell("unpack", total, total);
  unpack(python, archive, content);
  python.pyimport("sys").path.insert(0, CODE);
  return python;
}

export async function loadArchive(base: string, path: string): Promise<ArrayBuffer> {
  const answer = await fetch(base + path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Unpack an archive next to what is there. */
export function unpack(python: Interpreter, path: string, content: ArrayBuffer): void {
  const kind = path.endsWith(".zip") ? "zip" : "zstdtar";
  python.unpackArchive(content, kind, { extractDir: CODE });
}

function counted(answer: Response, tell: (bytes: number) => void): Response {
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      bytes += part.length;
      tell(bytes);
      controller.enqueue(part);
    },
  });
  const { status, statusText, headers } = answer;
  return new Response(answer.body!.pipeThrough(counter), { status, statusText, headers });
}

/** Free the code of modules that are loaded: they are in Python's memory now. */
export function deleteLoadedCode(python: Interpreter): void {
  python.pyimport("paddock.server.workers.loaded_code").delete_loaded_code(CODE);
}
