/** The worker: the app in Python, fed with requests and sockets of the page. */

import { BotWorker } from "./bot_worker";
import {
  decodeText,
  deleteLoadedCode,
  loadArchive,
  NotLoaded,
  readSiteInfo,
  startPython,
  unpack,
  type Interpreter,
  type PythonBytes,
  type PythonObject,
} from "./interpreter";
import { isFull, keptFiles } from "./kept_files";
import { KEPT_FILES, NEWER, type FromWorker, type ToWorker, type Trouble } from "./messages";
import { Storage, DATABASE, FOLDER } from "./storage";

class CannotStart extends Error {
  constructor(
    readonly trouble: Trouble,
    why: string,
  ) {
    super(why);
  }
}

const tell = (message: FromWorker, transfer: Transferable[] = []) =>
  self.postMessage(message, { transfer });
const connections = new Map<number, PythonObject>();
let storage: Storage | null = null;
let python: Interpreter | null = null;
let app: PythonObject = null;
let site: PythonObject = null;
let startSite: (() => Promise<PythonObject>) | null = null;
let isStorageFull = false;
const tellFull = () => {
  isStorageFull = true;
  tell({ type: "full" });
};
let migrations = { base: "", path: "" };
const BROUGHT = "/tmp/brought.db";

async function start(base: string, withBots: boolean, language: string): Promise<void> {
  const seconds: Record<string, number> = {};
  let since = performance.now();
  const lap = (name: string) => {
    seconds[name] = (performance.now() - since) / 1000;
    since = performance.now();
  };
  if (!("createSyncAccessHandle" in (self.FileSystemFileHandle?.prototype ?? {})))
    throw new CannotStart("unsupported", "no files that can be written at once");
  const info = await readSiteInfo(base);
  storage = await Storage.open(base);
  if (!storage) throw new CannotStart("elsewhere", "another tab has the database");
  python = await startPython(base, info, (step, loaded, total) =>
    tell({ type: "progress", step, loaded, total }),
  );
  python._api.on_fatal = (wrong) => tellFailed("stopped", whyOf(wrong));
  lap("python");
  tell({ type: "progress", step: "import", loaded: 1, total: 1 });
  python.FS.mkdir(FOLDER);
  python.FS.mount(keptFiles(python.FS, storage.files, tellFull), {}, FOLDER);
  app = python.pyimport("paddock.server.in_browser");
  lap("import");
  tell({ type: "progress", step: "open", loaded: 1, total: 1 });
  const bots = withBots ? new BotWorker(base, info) : undefined;
  const path = `${FOLDER}/${DATABASE}`;
  migrations = { base, path: info.archives.migrations };
  await loadMigrations(path);
  if (!storage.keepCopy(info.build)) tellFull();
  startSite = () => app.start(path, bots, language) as Promise<PythonObject>;
  site = await startSite();
  deleteLoadedCode(python);
  lap("open");
  storage.markStarted(info.build);
  tell({ type: "ready", isKept: storage.isKept, seconds });
}

/** Load what a database of an older version needs. */
async function loadMigrations(database: string): Promise<void> {
  const needs = python!.pyimport("paddock.server.store.migrate").needs_alembic(database) as boolean;
  if (needs) unpack(python!, migrations.path, await loadArchive(migrations.base, migrations.path));
}

async function answer(id: number, method: string, target: string, body: string): Promise<void> {
  const found = await site.request(method, target, body);
  const [status, kind, content] = found;
  tell({ type: "answer", id, status, kind, text: decodeText(content) });
  content.destroy();
  found.destroy();
}

function open(id: number, target: string): void {
  const onFrame = (content: PythonBytes) => tell({ type: "frame", id, text: decodeText(content) });
  const onClose = () => {
    connections.get(id)?.destroy();
    connections.delete(id);
    tell({ type: "closed", id });
  };
  connections.set(id, site.connect(target, onFrame, onClose));
}

async function handle(message: ToWorker): Promise<void> {
  switch (message.type) {
    case "start":
      return start(message.base, message.withBots, message.language);
    case "request":
      return answer(message.id, message.method, message.target, message.body);
    case "open":
      return open(message.id, message.target);
    case "send":
      connections.get(message.id)?.send(message.text);
      return;
    case "close":
      connections.get(message.id)?.close();
      return;
    case "export": {
      const content = storage!.read(message.which);
      tell({ type: "file", id: message.id, content, why: "" }, content ? [content] : []);
      return;
    }
    case "import": {
      await bring(new Uint8Array(message.content));
      tell({ type: "file", id: message.id, content: null, why: "" });
    }
  }
}

/** Put a database in place of what is kept; if it fails, the app goes on with what it had. */
async function bring(content: Uint8Array): Promise<void> {
  python!.FS.writeFile(BROUGHT, content);
  try {
    await loadMigrations(BROUGHT);
    app.check_database(BROUGHT); // raises unless this version can open it
  } finally {
    python!.FS.unlink(BROUGHT);
  }
  await site.stop();
  try {
    storage!.replace(content);
  } catch (wrong) {
    site = await startSite!();
    if (isFull(wrong)) tellFull();
    throw wrong;
  }
}

function troubleOf(wrong: unknown, why: string): Trouble {
  if (wrong instanceof CannotStart) return wrong.trouble;
  if (wrong instanceof NotLoaded) return "download";
  if (isStorageFull || isFull(wrong)) return "full";
  return why.includes(NEWER) ? "newer" : "broken";
}

const whyOf = (wrong: unknown) => (wrong instanceof Error ? wrong.message : String(wrong));

function tellFailed(trouble: Trouble, why: string): void {
  const files = KEPT_FILES.filter((which) => storage?.has(which));
  tell({ type: "failed", trouble, why, files });
}

function onFailure(message: ToWorker, wrong: unknown): void {
  const why = whyOf(wrong);
  if (message.type === "start") {
    tellFailed(troubleOf(wrong, why), why);
  } else if (message.type === "request")
    tell({ type: "answer", id: message.id, status: 500, kind: "text/plain", text: why });
  else if (message.type === "export" || message.type === "import")
    tell({ type: "file", id: message.id, content: null, why });
  else console.error(why);
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  handle(data).catch((wrong: unknown) => onFailure(data, wrong));
};
