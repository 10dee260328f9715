/** What the pages show about the app in this browser: whether it runs, how far it is, what failed. */

import { STEPS, type KeptFile, type Step, type Trouble } from "./messages";

const KEPT = "paddock.kept"; // set once something is kept: until then the lobby is empty

/** Remembers that something is kept, in a browser that remembers. */
function rememberKept(): void {
  try {
    localStorage.setItem(KEPT, "yes");
  } catch {
    // the next visit starts as the first one
  }
}

function hasKept(): boolean {
  try {
    return localStorage.getItem(KEPT) !== null;
  } catch {
    return false;
  }
}

class LocalState {
  phase = $state<"idle" | "starting" | "ready" | "failed">("idle");
  step = $state<Step>("download");
  loaded = $state(0);
  total = $state(0);
  trouble = $state<Trouble | null>(null);
  why = $state("");
  /** What can be saved as a file although the app does not run. */
  files = $state.raw<KeptFile[]>([]);
  /** The browser gave no more room, so something could not be kept. */
  isFull = $state(false);
  /** Whether what is done here outlives the window. */
  isKept = $state(true);
  /** Seconds of each step of the start. */
  seconds: Record<string, number> = {};
  hasKept = hasKept();

  get isStarted(): boolean {
    return this.phase === "ready";
  }

  /** How far the start is, from 0 to 1: the download is most of it. */
  get share(): number {
    const rest = STEPS.indexOf(this.step) / (STEPS.length - 1);
    const bytes = this.total ? this.loaded / this.total : 0;
    return 0.7 * bytes + 0.3 * rest;
  }

  begin(): void {
    this.phase = "starting";
    this.step = "download";
    this.loaded = this.total = 0;
    this.trouble = null;
  }

  progress(step: Step, loaded: number, total: number): void {
    this.step = step;
    if (step === "download") [this.loaded, this.total] = [loaded, total];
    else this.loaded = this.total;
  }

  finish(isKept: boolean, seconds: Record<string, number>): void {
    this.phase = "ready";
    this.isKept = isKept;
    this.seconds = seconds;
    this.hasKept = true;
    if (isKept) rememberKept();
  }

  fail(trouble: Trouble, why: string, files: KeptFile[] = []): void {
    this.phase = "failed";
    this.trouble = trouble;
    this.why = why;
    this.files = files;
  }
}

export const local = new LocalState();
