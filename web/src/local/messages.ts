/** What the page and its worker say to each other. */

/** `site.json`, which the build writes. */
export interface SiteInfo {
  version: string;
  /** Changes with every file. */
  build: string;
  /** Folder of Pyodide. */
  runtime: string;
  /** Python's library. */
  library: string;
  archives: { paddock: string; migrations: string };
  files: { path: string; size: number }[];
}

export type Step = "download" | "python" | "unpack" | "import" | "open";
export const STEPS: Step[] = ["download", "python", "unpack", "import", "open"];

export type ToWorker =
  | { type: "start"; base: string; withBots: boolean }
  | { type: "request"; id: number; method: string; target: string; body: string }
  | { type: "open"; id: number; target: string }
  | { type: "send"; id: number; text: string }
  | { type: "close"; id: number }
  | { type: "export"; id: number; which: "now" | "before" }
  | { type: "import"; id: number; content: ArrayBuffer };

/** Why the app did not start, or that it stopped. */
export type Trouble = "elsewhere" | "newer" | "unsupported" | "broken" | "stopped";

export type FromWorker =
  | { type: "progress"; step: Step; loaded: number; total: number }
  | { type: "ready"; isKept: boolean; seconds: Record<string, number> }
  | { type: "failed"; trouble: Trouble; why: string; hasFiles: boolean }
  | { type: "full" }
  | { type: "answer"; id: number; status: number; kind: string; text: string }
  | { type: "file"; id: number; content: ArrayBuffer | null; why: string }
  | { type: "frame"; id: number; text: string }
  | { type: "closed"; id: number };
