/** One table as this browser knows it: what the server said, and what is already shown of it. */

import type {
  Ack,
  AnyGame,
  Ask,
  FromServer,
  Hello,
  Line,
  News,
  Now,
  Option,
  Range,
  Refusal,
  SeatNow,
  TableCard,
} from "../generated/wire";
import type { GameModule } from "../games/registry";
import { api, failure, type Failed } from "./api";
import { moving, settings } from "./settings.svelte";
import { anew, follow, paceOf } from "./show";
import { newId, TableSocket, type Link } from "./socket";

type AnyEvent = AnyGame["Event"];

export interface Struck {
  line: Line;
  struck: boolean;
}

const MOST_LINES = 600;
/** Several rows waiting are played faster, so that nobody waits longer than this. */
const LONGEST_SHOW = 5_000;

/** An ask that is still the same stays the same object: its buttons, the focus and an open group remain. */
function keep(before: Ask[], asks: Ask[]): Ask[] {
  return asks.map((ask) => {
    const old = before.find((one) => one.seat === ask.seat && one.number === ask.number);
    return old && JSON.stringify(old) === JSON.stringify(ask) ? old : ask;
  });
}

export class Table {
  card = $state.raw<TableCard | null>(null);
  now = $state.raw<Now | null>(null);
  /** The game's view as far as it has been shown. */
  view = $state.raw<unknown>(null);
  log = $state.raw<Struck[]>([]);
  /** The event being shown. */
  event = $state.raw<AnyEvent | null>(null);
  busy = $state(false);
  eye = $state<number | null>(null);
  /** The seat to whom the device must be handed before anything is shown. */
  curtain = $state<number | null>(null);
  link = $state<Link>("connecting");
  problem = $state.raw<Failed | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  sending = $state(false);
  spectators = $state(0);
  connected = $state.raw<number[]>([]);
  said = $state("");

  readonly seats: SeatNow[] = $derived(this.now?.seats ?? this.card?.seats ?? []);
  readonly mine: SeatNow[] = $derived(this.seats.filter((s) => s.mine && !s.away));
  readonly names: string[] = $derived(this.seats.map((s) => s.name));
  readonly asks: Ask[] = $derived(this.busy || this.sending ? [] : (this.now?.asks ?? []));
  readonly state = $derived(this.now?.state ?? this.card?.state ?? "gathering");

  game: GameModule | null = null;
  private version: number | null = null;
  private socket: TableSocket | null = null;
  private queue: News[] = [];
  private wake: (() => void) | null = null;
  private hasten = false;
  private skipping = false;

  constructor(readonly id: string) {}

  async load(): Promise<void> {
    this.problem = null;
    try {
      this.card = await api.table(this.id);
    } catch (failed) {
      this.problem = failure(failed);
      return;
    }
    const mine = this.mine;
    const first = mine.find((s) => s.asked) ?? mine[0];
    this.eye = first?.seat ?? null;
    if (mine.length > 1 && this.eye !== null) this.curtain = this.eye;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const path = `/api/tables/${encodeURIComponent(this.id)}/socket`;
    this.socket = new TableSocket(`${scheme}://${location.host}${path}`, {
      hello: () => this.hello(),
      frame: (frame) => this.hear(frame),
      link: (link) => (this.link = link),
    });
    this.socket.open();
  }

  close(): void {
    this.socket?.close();
    this.skip();
  }

  /** Whether anything was heard yet. */
  heard(): boolean {
    return this.version !== null;
  }

  /** The server's time now. */
  time(): number {
    return Date.now() + (this.socket?.offset ?? 0);
  }

  // ------------------------------------------------------------ hearing

  private hello(): Hello {
    const hello: Hello = { type: "Hello", eye: this.eye, language: settings.language };
    return this.version === null ? hello : { ...hello, version: this.version };
  }

  private hear(frame: FromServer): void {
    switch (frame.type) {
      case "Whole":
        if (frame.eye !== this.eye) return;
        this.version = frame.version;
        this.card = frame.table;
        this.queue = [];
        this.skip();
        this.log = strike(
          frame.log.map((line) => ({ line, struck: false })),
          frame.log,
        );
        this.arrive(frame.now);
        break;
      case "News":
        if (frame.eye !== this.eye) return;
        if (frame.version <= (this.version ?? -1)) return;
        if (frame.since !== this.version) {
          this.socket?.hello();
          return;
        }
        this.version = frame.version;
        this.queue.push(frame);
        this.soon();
        break;
      case "Present":
        this.connected = frame.connected;
        this.spectators = frame.spectators;
        break;
      case "Refusal":
        if (frame.id === null) this.refusal = frame;
        break;
    }
  }

  private arrive(now: Now): void {
    this.now = { ...now, asks: keep(this.now?.asks ?? [], now.asks) };
    this.view = now.view;
    this.event = null;
    this.handOver(now);
  }

  /** With several people at this device, the next of them is called before anything is shown. */
  private handOver(now: Now): void {
    const mine = now.seats.filter((s) => s.mine && !s.away);
    if (mine.length < 2 || now.state !== "racing") return;
    const me = mine.find((s) => s.seat === this.eye);
    if (me?.asked) return;
    const next = mine.find((s) => s.asked);
    if (next) this.curtain = next.seat;
  }

  private append(lines: readonly Line[]): void {
    if (!lines.length) return;
    const all = this.log.concat(lines.map((line) => ({ line, struck: false })));
    this.log = strike(all.slice(-MOST_LINES), lines);
  }

  // ------------------------------------------------------------ showing

  /** Without motion, what comes within a frame is drawn once. */
  private soon(): void {
    if (this.busy || this.animated()) void this.show();
    else if (this.queue.length === 1) void nextFrame().then(() => this.show());
  }

  private async show(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.hasten = this.skipping;
    let news: News | undefined;
    while ((news = this.queue.shift())) {
      const texts = news.log.filter((l) => l.type !== "Said").map((l) => l.text);
      if (texts.length) this.said = texts.join(" ");
      const waiting = this.queue.reduce((n, later) => n + this.length(later), this.length(news));
      const pace = Math.min(1, this.longest(this.queue.at(-1) ?? news) / Math.max(1, waiting));
      let following = true;
      for (const line of news.log) {
        this.append([line]);
        if (line.type !== "Told" || !this.animated()) continue;
        const time = this.pace(line.event) * pace;
        if (time > 0) this.event = line.event;
        following &&= this.follow(line.event);
        if (time > 0) await this.rest(time);
      }
      this.arrive(news.now);
      if (news.now.asks.length || news.now.state !== "racing") this.skipping = false;
    }
    this.busy = false;
  }

  /** Where the seconds are counted, what led to an ask is shown in a quarter of them. */
  private longest(news: News): number {
    const left = news.now.asks.flatMap((ask) =>
      ask.deadline === null ? [] : [(ask.deadline - this.time()) / 4],
    );
    return Math.max(0, Math.min(LONGEST_SHOW, ...left));
  }

  private pace(event: AnyEvent): number {
    return this.game?.shows ? paceOf(this.game.shows, event) : 0;
  }

  /** The board follows an event; false where it waits for the server's view. */
  private follow(event: AnyEvent): boolean {
    const shows = this.game?.shows;
    if (!shows || this.view === null || anew(shows, event)) return false;
    this.view = follow(shows, this.view, event);
    return true;
  }

  private length(news: News): number {
    return news.log.reduce((n, l) => n + (l.type === "Told" ? this.pace(l.event) : 0), 0);
  }

  private animated(): boolean {
    return moving() && !this.hasten && !document.hidden && this.curtain === null;
  }

  private rest(time: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake?.(), time);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
    });
  }

  /** Finish what is moving, and what still comes until I am asked. */
  skip(): void {
    this.hasten = true;
    this.skipping = this.now?.state === "racing" && !this.now.asks.length;
    this.wake?.();
  }

  // ------------------------------------------------------------ saying

  async choose(ask: Ask, option: Option | Range, amount?: number): Promise<void> {
    const move = amount === undefined ? option.move : { ...option.move, amount };
    await this.run(ask, [move]);
  }

  /** Several moves in one run; the server sees to their order. */
  async run(ask: Ask, moves: AnyGame["Move"][]): Promise<void> {
    await this.send({ type: "Answer", id: newId(), seat: ask.seat, ask: ask.number, moves });
  }

  async undo(): Promise<void> {
    const row = this.now?.undo;
    if (row === null || row === undefined || this.eye === null) return;
    await this.send({ type: "Undo", id: newId(), seat: this.eye, row });
  }

  async talk(text: string): Promise<void> {
    await this.send({ type: "Talk", id: newId(), text }, false);
  }

  async always(ask: Ask, move: AnyGame["Move"] | null): Promise<void> {
    const { seat, question } = ask;
    await this.send({ type: "SetStandingAnswer", id: newId(), seat, question, move }, false);
    this.now = this.now && {
      ...this.now,
      asks: this.now.asks.map((a) => (a.question === question ? { ...a, standing: move } : a)),
    };
  }

  private async send(
    frame: Parameters<TableSocket["ask"]>[0],
    exclusive = true,
  ): Promise<Ack | Refusal | null> {
    if (!this.socket || (exclusive && this.sending)) return null;
    this.refusal = null;
    if (exclusive) this.sending = true;
    const answer = await this.socket.ask(frame);
    if (exclusive && this.queue.length && !this.busy) await nextFrame(); // what it led to is about to be shown
    if (exclusive) this.sending = false;
    if (answer.type === "Refusal") {
      this.refusal = answer;
      if (answer.code === "stale") this.socket.hello();
    }
    return answer;
  }

  /** Say why something is not sent at all. */
  refuse(text: string): void {
    this.refusal = { type: "Refusal", id: null, code: "forbidden", text, clause: "" };
  }

  /** Look through another of my seats, or say Hello in another language. */
  look(eye: number | null): void {
    this.eye = eye;
    this.version = null;
    this.queue = [];
    this.now = this.now && { ...this.now, asks: [], undo: null };
    this.curtain = null;
    this.socket?.hello();
  }

  /** The card changed by HTTP: somebody of mine sat down or left. */
  changed(card: TableCard): void {
    this.card = card;
    const mine = card.seats.filter((s) => s.mine && !s.away);
    if (!mine.some((s) => s.seat === this.eye)) this.look(mine[0]?.seat ?? null);
  }
}

/** The next time something is drawn; soon, where nothing is. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(late);
      resolve();
    });
  });
}

/** Marks the lines of rows that were taken back. */
export function strike(log: Struck[], lines: readonly Line[]): Struck[] {
  const rows = new Set(lines.filter((l) => l.type === "TakenBack").map((l) => l.row));
  if (!rows.size) return log;
  return log.map((entry) =>
    entry.line.type === "Told" && rows.has(entry.line.n) ? { ...entry, struck: true } : entry,
  );
}
