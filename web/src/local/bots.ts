/** A worker with an interpreter of its own, for the jobs of bots and reviews. */

import type { BotAnswer, BotTask } from "./bot_worker";
import {
  copyBytes,
  deleteLoadedCode,
  deleteUnneededPackages,
  startPython,
  type Interpreter,
  type PythonObject,
} from "./interpreter";

let python: Interpreter | null = null;
let jobs: PythonObject = null;
const tell = (answer: BotAnswer) => self.postMessage(answer);

async function handle(task: BotTask): Promise<void> {
  if ("base" in task) {
    python = await startPython(task.base, task.info, () => undefined);
    jobs = python.pyimport("paddock.server.workers.jobs");
    deleteLoadedCode(python);
    deleteUnneededPackages(python);
    tell({ id: null, result: new Uint8Array(0), why: "" });
    return;
  }
  const job = python!.toPy(task.job);
  try {
    const found = jobs.work_encoded(job);
    tell({ id: task.id, result: copyBytes(found), why: "" });
    found.destroy();
  } finally {
    job.destroy();
  }
}

self.onmessage = ({ data }: MessageEvent<BotTask>) => {
  handle(data).catch((wrong: unknown) => {
    const id = "id" in data ? data.id : null;
    tell({ id, result: null, why: wrong instanceof Error ? wrong.message : String(wrong) });
  });
};
