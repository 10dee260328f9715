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
  | { type: "start"; base: string; withBots: boolean; language: string }
  | { type: "request"; id: number; method: string; target: string; body: string }
  | { type: "open"; id: number; target: string }
  | { type: "send"; id: number; text: string }
  | { type: "close"; id: number }
  | { type: "export"; id: number; which: KeptFile }
  | { type: "import"; id: number; content: ArrayBuffer };

/** The database as it is, or as it was before the last update or replacement. */
export type KeptFile = "now" | "before";
export const KEPT_FILES: KeptFile[] = ["now", "before"];

/** Why the app did not start, or that it stopped. */
export type Trouble =
  "elsewhere" | "newer" | "unsupported" | "insecure" | "download" | "full" | "broken" | "stopped";

/** What Python says about a database of a later version. */
export const NEWER = "of a newer Paddock";

export type FromWorker =
  | { type: "progress"; step: Step; loaded: number; total: number }
  | { type: "ready"; isKept: boolean; seconds: Record<string, number> }
  | { type: "failed"; trouble: Trouble; why: string; files: KeptFile[] }
  | { type: "full" }
  | { type: "answer"; id: number; status: number; kind: string; text: string }
  | { type: "file"; id: number; content: ArrayBuffer | null; why: string }
  | { type: "frame"; id: number; text: string }
  | { type: "closed"; id: number };
