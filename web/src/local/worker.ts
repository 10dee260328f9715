/** The worker: the app in Python, fed with requests and sockets of the page. */

import { BotWorker } from "./bot_worker";
import {
  loadArchive,
  readSiteInfo,
  startPython,
  unpack,
  type Interpreter,
  type PythonObject,
} from "./interpreter";
import { keptFiles } from "./kept_files";
import type { FromWorker, ToWorker, Trouble } from "./messages";
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
const BROUGHT = "/tmp/brought.db";

async function start(base: string, withBots: boolean): Promise<void> {
  const seconds: Record<string, number> = {};
  let since = performance.now();
  const lap = (name: string) => {
    seconds[name] = (performance.now() - since) / 1000;
    since = performance.now();
  };
  const info = await readSiteInfo(base);
  storage = await Storage.open(base, info.build);
  if (!storage) throw new CannotStart("elsewhere", "another tab has the database");
  python = await startPython(base, info, (step, loaded, total) =>
    tell({ type: "progress", step, loaded, total }),
  );
  lap("python");
  tell({ type: "progress", step: "import", loaded: 1, total: 1 });
  python.FS.mkdir(FOLDER);
  python.FS.mount(keptFiles(python.FS, storage.files), {}, FOLDER);
  app = python.pyimport("paddock.server.in_browser");
  lap("import");
  tell({ type: "progress", step: "open", loaded: 1, total: 1 });
  const bots = withBots ? new BotWorker(base, info) : undefined;
  const path = `${FOLDER}/${DATABASE}`;
  if (python.pyimport("paddock.server.store.migrate").needs_alembic(path)) {
    const { migrations } = info.archives;
    unpack(python, migrations, await loadArchive(base, migrations));
  }
  site = await app.start(path, bots);
  lap("open");
  storage.markStarted(info.build);
  tell({ type: "ready", isKept: storage.isKept, seconds });
}

async function answer(id: number, method: string, target: string, body: string): Promise<void> {
  const found = await site.request(method, target, body);
  const [status, kind, text] = found.toJs() as [number, string, string];
  found.destroy();
  tell({ type: "answer", id, status, kind, text });
}

function open(id: number, target: string): void {
  const onFrame = (text: string) => tell({ type: "frame", id, text });
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
      return start(message.base, message.withBots);
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
      const content = new Uint8Array(message.content);
      python!.FS.writeFile(BROUGHT, content);
      app.check_database(BROUGHT); // raises unless this version can open it
      await site.stop();
      storage!.replace(content);
      tell({ type: "file", id: message.id, content: null, why: "" });
    }
  }
}

function onFailure(message: ToWorker, wrong: unknown): void {
  const why = wrong instanceof Error ? wrong.message : String(wrong);
  if (message.type === "start") {
    const isNewer = why.includes("of a newer Paddock");
    const trouble = wrong instanceof CannotStart ? wrong.trouble : isNewer ? "newer" : "broken";
    tell({ type: "failed", trouble, why });
  } else if (message.type === "request")
    tell({ type: "answer", id: message.id, status: 500, kind: "text/plain", text: why });
  else if (message.type === "export" || message.type === "import")
    tell({ type: "file", id: message.id, content: null, why });
  else console.error(why);
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  handle(data).catch((wrong: unknown) => onFailure(data, wrong));
};
