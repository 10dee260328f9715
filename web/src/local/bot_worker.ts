/** The second interpreter, in which bots think: started when it is needed, ended when it is idle. */

import { copyBytes, type PythonBytes } from "./interpreter";
import type { SiteInfo } from "./messages";

const IDLE_MS = 60_000;
const STARTUP_MS = 60_000;

/** What it says: without an id that it is ready. */
export type BotAnswer = { id: number | null; result: Uint8Array | null; why: string };
export type BotTask = { base: string; info: SiteInfo } | { id: number; job: Uint8Array };

export class BotWorker {
  private worker: Worker | null = null;
  private ready: Promise<void> | null = null;
  private last = 0;
  private fail: ((wrong: Error) => void) | null = null;
  private idle: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly base: string,
    private readonly info: SiteInfo,
  ) {}

  /** Run a job. One at a time: the caller waits for its turn. */
  async think(job: PythonBytes, seconds: number): Promise<Uint8Array> {
    const copy = copyBytes(job);
    clearTimeout(this.idle);
    try {
      await this.start();
      return await this.run(copy, seconds);
    } finally {
      this.idle = setTimeout(() => this.stop(), IDLE_MS);
    }
  }

  stop(): void {
    clearTimeout(this.idle);
    this.worker?.terminate();
    this.worker = this.ready = null;
    this.fail?.(new Error("the worker was ended"));
  }

  private start(): Promise<void> {
    this.ready ??= this.ask({ base: this.base, info: this.info }, null, STARTUP_MS).then(
      () => undefined,
      (wrong: unknown) => {
        this.stop(); // the next job starts it again
        throw wrong;
      },
    );
    return this.ready;
  }

  private run(job: Uint8Array, seconds: number): Promise<Uint8Array> {
    this.last += 1;
    return this.ask({ id: this.last, job }, this.last, seconds * 1000);
  }

  private ask(task: BotTask, id: number | null, limit: number): Promise<Uint8Array> {
    this.worker ??= new Worker(new URL("./bots.ts", import.meta.url), { type: "module" });
    const worker = this.worker;
    return new Promise<Uint8Array>((done, fail) => {
      const timer = setTimeout(() => this.stop(), limit);
      const end = (finish: () => void) => {
        clearTimeout(timer);
        this.fail = null;
        finish();
      };
      this.fail = (wrong) => end(() => fail(wrong));
      worker.onerror = (event) => {
        this.fail?.(new Error(event.message));
        this.stop();
      };
      worker.onmessage = ({ data }: MessageEvent<BotAnswer>) => {
        if (data.id !== id) return;
        end(() => (data.result ? done(data.result) : fail(new Error(data.why))));
      };
      worker.postMessage(task);
    });
  }
}
