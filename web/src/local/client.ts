/** The page's side: answers what the build wrote down, and starts the app for the rest. */

import { untrack } from "svelte";
import type { Line, Transport } from "../lib/transport";
import { BASE } from "../lib/base";
import { t } from "../lib/i18n.svelte";
import { settings } from "../lib/settings.svelte";
import type { FromWorker, KeptFile, ToWorker, Trouble } from "./messages";
import { local as state } from "./state.svelte";

type WithoutId<T> = T extends { id: number } ? Omit<T, "id"> : never;
type Reply = Extract<FromWorker, { type: "answer" | "file" }>;

let worker: Worker | null = null;
let ready: Promise<void> | null = null;
let ids = 0;
const waiting = new Map<number, (answer: Reply) => void>();
const lines = new Map<number, LocalLine>();

/** Bots get an interpreter of their own where memory allows; a desktop may not tell how much it has. */
function hasMemoryForTwo(): boolean {
  const { deviceMemory } = navigator as { deviceMemory?: number };
  const isPhone = matchMedia("(pointer: coarse)").matches;
  return deviceMemory === undefined ? !isPhone : deviceMemory > 4;
}

/** What the app needs of a browser. */
function isPossible(): boolean {
  const isKnown = typeof WebAssembly === "object" && typeof TransformStream === "function";
  return isKnown && "locks" in navigator && "storage" in navigator;
}

/** Start the app; the same start for everybody who waits. */
export function start(): Promise<void> {
  ready ??= new Promise((done, fail) => {
    const missing = isSecureContext ? (isPossible() ? null : "unsupported") : "insecure";
    if (missing) {
      state.fail(missing, "");
      fail(new Error(missing));
      return;
    }
    state.begin();
    worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      hear(data);
      if (data.type === "ready") done();
      if (data.type === "failed") fail(new Error(data.why));
    };
    worker.onerror = (event) => {
      const why: string = event.message ?? ""; // there is none if its script did not arrive
      stop(state.isStarted ? "stopped" : why ? "broken" : "download", why);
      fail(new Error(why));
    };
    post({
      type: "start",
      base: BASE,
      withBots: hasMemoryForTwo(),
      language: untrack(() => settings.language),
    });
  });
  return ready;
}

/** The app does not run, or not any more: no one waits for it any longer. */
function stop(trouble: Trouble, why: string, files: KeptFile[] = []): void {
  state.fail(trouble, why, files);
  ready = Promise.reject(new Error(why));
  ready.catch(() => undefined); // the next caller gets the error
  for (const line of [...lines.values()]) line.end();
  for (const [id, answer] of waiting) answer({ type: "answer", id, ...asAnswer(problem()) });
  waiting.clear();
}

/** What a request is answered with while the app does not run. */
const problem = () => ({
  code: "unavailable",
  text: t(`localTrouble_${state.trouble ?? "broken"}`),
});
const asAnswer = (content: object) => ({
  status: 503,
  kind: "application/json",
  text: JSON.stringify(content),
});

const post = (message: ToWorker, moved: Transferable[] = []) => worker!.postMessage(message, moved);

async function ask(message: WithoutId<ToWorker>, moved: Transferable[] = []): Promise<Reply> {
  if (!state.files.length || message.type !== "export") await start(); // a file needs no Python
  ids += 1;
  const id = ids;
  return new Promise((done) => {
    waiting.set(id, done);
    post({ ...message, id } as ToWorker, moved);
  });
}

function hear(message: FromWorker): void {
  switch (message.type) {
    case "progress":
      state.progress(message.step, message.loaded, message.total);
      break;
    case "ready":
      state.finish(message.isKept, message.seconds);
      break;
    case "failed":
      stop(message.trouble, message.why, message.files);
      break;
    case "full":
      state.isFull = true;
      break;
    case "answer":
    case "file":
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
      break;
    case "frame":
      lines.get(message.id)?.onmessage?.({ data: message.text });
      break;
    case "closed":
      lines.get(message.id)?.end();
  }
}

/** Everything that is kept, as a database; null if there is none. */
export async function readKept(which: KeptFile): Promise<ArrayBuffer | null> {
  const found = await ask({ type: "export", which });
  return found.type === "file" ? found.content : null;
}

/** Replace everything that is kept. The page has to be loaded again. */
export async function replaceKept(content: ArrayBuffer): Promise<void> {
  const found = await ask({ type: "import", content }, [content]);
  if (found.type === "file" && found.why) throw new Error(found.why);
}

class LocalLine implements Line {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  private readonly id: number;

  constructor(target: string) {
    ids += 1;
    this.id = ids;
    lines.set(this.id, this);
    start().then(
      () => {
        if (this.readyState !== WebSocket.CONNECTING) return;
        post({ type: "open", id: this.id, target });
        this.readyState = WebSocket.OPEN;
        this.onopen?.();
      },
      () => this.end(),
    );
  }

  send(text: string): void {
    post({ type: "send", id: this.id, text });
  }

  close(): void {
    if (this.readyState === WebSocket.OPEN) post({ type: "close", id: this.id });
    this.end();
  }

  end(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    lines.delete(this.id);
    this.onclose?.();
  }
}

/** What is the same for everybody: written down by the build, so that pages are there at once. */
async function writtenAnswer(address: string): Promise<Response | null> {
  const { pathname, searchParams } = new URL(address, location.origin);
  const path = pathname.replace(/^\/api\//, "");
  const isSame = /^games(\/[\w-]+(\/(primer|rules))?)?$/.test(path);
  const isFirstVisit = !state.hasKept && ["me", "lobby", "tracks"].includes(path);
  if (!isSame && !isFirstVisit) return null;
  const found = await fetch(`${BASE}answers/${searchParams.get("lang") ?? "en"}/${path}.json`);
  return found.ok ? found : null;
}

export const local: Transport = {
  async fetch(address, init) {
    const method = init.method ?? "GET";
    // A page that fetches in an effect must not fetch again with each step of the start.
    if (method === "GET" && !untrack(() => state.isStarted)) {
      const written = await writtenAnswer(address).catch(() => null);
      if (written) return written;
    }
    try {
      await start();
    } catch {
      return Response.json(problem(), { status: 503 });
    }
    const body = typeof init.body === "string" ? init.body : "";
    const found = await ask({ type: "request", method, target: address, body });
    if (found.type !== "answer") throw new Error("no answer");
    const { status, kind, text } = found;
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : text, { status, headers: { "content-type": kind } });
  },
  connect: (path) => new LocalLine(path),
};
