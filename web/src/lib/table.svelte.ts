/** One table as this browser knows it: what the server said, and what is already shown of it. */

import type {
  Ack,
  Ahead,
  AnyGame,
  Ask,
  FromServer,
  Hello,
  Line,
  News,
  Now,
  Option,
  Program,
  Range,
  Refusal,
  SeatNow,
  TableCard,
  Told,
  Turn,
  Whole,
} from "../generated/wire";
import type { GameModule } from "../games/registry";
import { tick } from "svelte";
import { api, failure, type Failed } from "./api";
import { Announcer } from "./announcer.svelte";
import { hurry, LONGEST_MOTION, rest as atRest } from "./motion.svelte";
import { moving, settings, skipMotion, type Speed } from "./settings.svelte";
import { isRedraw, follow, paceOf } from "./show";
import { me } from "./me.svelte";
import { newId, TableSocket, type Link } from "./socket";

type AnyEvent = AnyGame["Event"];

export interface Struck {
  line: Line;
  struck: boolean;
}

const MOST_LINES = 600;

/** How long things are shown, in milliseconds: the turn of one car, all turns between two of my
 * own, and how long a turn that is over stays before the next. Who comes late is shown faster. */
interface Tempo {
  pace: number;
  turn: number;
  all: number;
  hold: number;
  /** How long its result stays at least; a short one less. The next car moves meanwhile. */
  read: number;
}
const START_SECONDS = 3;
const LEAST_DEADLINE = 30_000; // milliseconds that leave room for a countdown
const READ_LETTER = 60; // milliseconds to read a letter, at normal speed
const TEMPI: Record<Speed, Tempo> = {
  slow: { pace: 2, turn: 5_000, all: 25_000, hold: 800, read: 2_400 },
  normal: { pace: 1, turn: 1_700, all: 6_500, hold: 300, read: 1_200 },
  fast: { pace: 0.5, turn: 700, all: 2_500, hold: 150, read: 500 },
  once: { pace: 0, turn: 0, all: 0, hold: 0, read: 0 },
};
/** Of what is left to be spent, the most that a single event, a turn and a hold may take: whatever
 * is still to come, which no one knows, finds something left. */
const GLANCE = 60; // milliseconds: nothing is shown for less
const SHARE = { event: 0.15, turn: 0.3 };

/** An ask that is still the same stays the same object: its buttons, the focus and an open group remain. */
function keep(before: Ask[], asks: Ask[]): Ask[] {
  return asks.map((ask) => {
    const old = before.find((one) => one.seat === ask.seat && one.number === ask.number);
    return old && JSON.stringify(old) === JSON.stringify(ask) ? old : ask;
  });
}

/** Whether someone is asked, and the same before and after. */
function same(before: readonly Ask[], after: readonly Ask[]): boolean {
  return (
    before.length > 0 &&
    before.every((ask) => after.some((one) => one.seat === ask.seat && one.number === ask.number))
  );
}

/** The steps that I have planned so far, and the sheet after them. */
export interface TurnPlan {
  moves: AnyGame["Move"][];
  sheet: Ahead;
}

export class Table {
  card = $state.raw<TableCard | null>(null);
  now = $state.raw<Now | null>(null);
  /** The game's view as far as it has been shown. */
  view = $state.raw<unknown>(null);
  log = $state.raw<Struck[]>([]);
  /** How the races of a season ended before I came. */
  soFar = $state.raw<string[]>([]);
  /** What each car did in each turn, by id. */
  turns = $state.raw<ReadonlyMap<number, Turn>>(new Map());
  /** The turn that was shown last, as text in the panel. */
  shown = $state.raw<Turn | null>(null);
  private shownAt = 0;
  /** Nothing more is shown until someone goes on, or step by step. */
  paused = $state(false);
  /** The event being shown. */
  event = $state.raw<AnyEvent | null>(null);
  kind: Told["kind"] = "table";
  busy = $state(false);
  /** I am asked the same after what is being shown as before it: nothing goes away under a finger. */
  private steady = $state(false);
  eye = $state<number | null>(null);
  /** The seat to whom the device must be handed before anything is shown. */
  curtain = $state<number | null>(null);
  link = $state<Link>("connecting");
  problem = $state.raw<Failed | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  sending = $state(false);
  /** Seconds until the race starts here: no one is asked before. */
  startsIn = $state(0);
  spectators = $state(0);
  connected = $state.raw<number[]>([]);
  readonly announcer = new Announcer();

  readonly seats: SeatNow[] = $derived(this.now?.seats ?? this.card?.seats ?? []);
  readonly mine: SeatNow[] = $derived(this.seats.filter((s) => s.mine && !s.away));
  readonly names: string[] = $derived(this.seats.map((s) => s.name));
  /** A turn that I plan while the race goes on as it is. */
  plan = $state.raw<TurnPlan | null>(null);
  /** The board that is drawn: as it is, or as it would be after the steps of the plan. */
  readonly drawn: unknown = $derived(this.plan?.sheet.view ?? this.view);
  /** Days pass between turns here, so answers may be prepared. */
  readonly slow: boolean = $derived(
    this.card !== null && !["NoClock", "Live"].includes(this.card.clock.type),
  );
  readonly asks: Ask[] = $derived(this.plan ? this.planned() : this.open());
  readonly state = $derived(this.now?.state ?? this.card?.state ?? "gathering");
  /** After a skip the rest is shown at once, until the person is asked. */
  private skipping = $state(false);
  /** Whether there is something to skip: what is shown, or what bots will do before I am asked. */
  readonly skippable = $derived(this.busy || (!this.skipping && this.awaited()));

  game: GameModule | null = null;
  private version: number | null = null;
  private socket: TableSocket | null = null;
  private queue: News[] = [];
  /** Counts what replaces everything shown: a loop of an older run must not write any more. */
  private generation = 0;
  /** A refused seat is checked by HTTP once per connection: no endless retry. */
  private rechecked = false;
  private wake: (() => void) | null = null;
  private release: (() => void) | null = null;
  private more: (() => void) | null = null;
  private hasten = false;
  private stepping = false;
  private closed = false;
  private countdown: ReturnType<typeof setInterval> | undefined;
  private unsubscribe: () => void = () => undefined;
  /** The turn that was shown last: for how long so far, and how long it may be. */
  private unit = { turn: -1, spent: 0, budget: 0 };
  /** How long turns were shown since I was asked last. */
  private spent = 0;
  /** What was too short to be shown yet. */
  private owed = 0;

  constructor(readonly id: string) {}

  async load(): Promise<void> {
    this.problem = null;
    try {
      // The socket's identity is its cookie at the handshake: wait until the server has set one.
      [this.card] = await Promise.all([api.table(this.id), me.load()]);
    } catch (failed) {
      this.problem = failure(failed);
      return;
    }
    if (this.closed) return;
    const mine = this.mine;
    const first = mine.find((s) => s.asked) ?? mine[0];
    this.eye = first?.seat ?? null;
    if (mine.length > 1 && this.eye !== null) this.curtain = this.eye;
    const path = `/api/tables/${encodeURIComponent(this.id)}/socket`;
    this.socket = new TableSocket(path, {
      hello: () => this.hello(),
      frame: (frame) => this.hear(frame),
      link: (link) => {
        this.link = link;
        // Signed out, or known by another name now: once more as whom the cookie says.
        if (link === "gone" && !this.rechecked) void this.recheck();
      },
    });
    this.unsubscribe = me.onChange(() => void this.recheck());
    this.socket.open();
  }

  close(): void {
    this.closed = true;
    clearInterval(this.countdown);
    this.unsubscribe();
    this.socket?.close();
    this.interrupt();
    skipMotion(false);
  }

  /** Whether a frame has come yet. */
  heard(): boolean {
    return this.version !== null;
  }

  /** The server's time now. */
  clock(): number {
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
        if (!this.follows(frame)) return;
        this.rechecked = false;
        this.version = frame.version;
        this.card = frame.table;
        this.soFar = frame.so_far;
        this.interrupt();
        this.log = strike(
          frame.log.map((line) => ({ line, struck: false })),
          frame.log,
        );
        this.turns = new Map(frame.turns.map((turn) => [turn.id, turn]));
        this.arrive(frame.now);
        break;
      case "News":
        if (!this.follows(frame)) return;
        if (frame.version === this.version && frame.since === frame.version) {
          this.hearPrepared(frame.now);
          return;
        }
        if (frame.version <= (this.version ?? -1)) return;
        if (frame.since !== this.version) {
          this.socket?.hello();
          return;
        }
        this.version = frame.version;
        this.queue.push(frame);
        this.more?.();
        this.steady = same(this.now?.asks ?? [], frame.now.asks);
        this.soon();
        break;
      case "Present":
        this.connected = frame.connected;
        this.spectators = frame.spectators;
        break;
      case "Refusal":
        if (frame.id !== null) break;
        if (frame.code === "not-yours" && this.eye !== null && !this.rechecked) void this.recheck();
        else this.refusal = frame;
        break;
    }
  }

  /** Whether a frame is for the seat that is looked through. The seat itself may have changed in
   * another tab: taken there, or left. */
  private follows(frame: Whole | News): boolean {
    const mine = frame.now.seats.filter((s) => s.mine && !s.away);
    const first = mine.find((s) => s.asked) ?? mine[0];
    if (frame.eye === null && this.eye === null && first) {
      if (mine.length === 1 || frame.now.state !== "racing") {
        this.look(first.seat);
        return false;
      }
      this.curtain ??= first.seat; // several people at this device: ask who is there
    }
    if (frame.eye === null && this.eye !== null && !frame.now.seats[this.eye]?.mine) {
      this.eye = null;
      this.curtain = null;
      if (frame.type === "News") {
        this.version = null;
        this.socket?.hello(); // the log and view so far were those of the seat
        return false;
      }
    }
    return frame.eye === this.eye;
  }

  /** This connection may have the wrong identity: ask by HTTP which seat is mine now, and connect
   * again. */
  private async recheck(): Promise<void> {
    this.rechecked = true;
    try {
      const card = await api.table(this.id);
      if (this.closed) return;
      this.card = card;
      const mine = card.seats.filter((s) => s.mine && !s.away);
      const kept = mine.find((s) => s.seat === this.eye) ?? mine[0];
      this.look(kept?.seat ?? null, true);
    } catch (failed) {
      this.refuse(failure(failed).message);
    }
  }

  private arrive(now: Now): void {
    if (this.now?.state === "gathering" && now.state === "racing") this.countDown(now);
    const spoken = now.spoken || (this.now?.spoken ?? "");
    this.now = { ...now, spoken, asks: keep(this.now?.asks ?? [], now.asks) };
    this.view = now.view;
    this.event = null;
    this.handOver(now);
  }

  /** Everybody at the table sees the start coming; where few seconds are given, the question comes
   * first. */
  private countDown(now: Now): void {
    const hurried = now.asks.some(
      (ask) => ask.deadline !== null && ask.deadline - this.clock() < LEAST_DEADLINE,
    );
    const alone = !now.seats.some((seat) => seat.kind === "person" && !seat.mine);
    if (hurried || alone) return;
    this.startsIn = START_SECONDS;
    this.countdown = setInterval(() => {
      this.startsIn -= 1;
      if (this.startsIn > 0) return;
      clearInterval(this.countdown);
      void this.show();
    }, 1_000);
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

  private async show(hasten = this.skipping): Promise<void> {
    if (this.busy || this.startsIn > 0 || !this.queue.length) return;
    const generation = this.generation;
    const current = () => generation === this.generation;
    this.busy = true;
    this.hasten = hasten;
    skipMotion(this.hasten);
    let news: News | undefined;
    let shown: Line[] = []; // of the turn being shown: added when it is over
    while (!this.startsIn && (news = this.queue[0])) {
      // What is skipped is drawn once, at its end: nothing waits between its parts.
      if (this.held(news)) await this.gate(news);
      if (!current()) return;
      this.queue.shift();
      let following = true;
      for (const [at, line] of news.log.entries()) {
        if (line.type !== "Told" || !this.animated()) {
          shown.push(line);
          continue;
        }
        // Another turn may come in between: what goes on after it is added at the end.
        const goesOn = hasTurn(news.log.slice(at), this.unit.turn);
        if (!goesOn) {
          await this.settle();
          if (!current()) return;
          this.learn(news.turns.filter((turn) => turn.id === this.unit.turn));
          this.append(shown);
          shown = [];
        }
        await this.begin(line.turn, goesOn);
        if (!current()) return;
        const time = this.time(news, line);
        hurry(time / Math.max(1, this.pace(line.event)));
        if (time > 0) {
          this.kind = line.kind;
          this.event = line.event;
        }
        following &&= this.follow(line.event);
        await this.linger(time);
        if (!current()) return;
        shown.push(line);
      }
      this.view = news.now.view; // the board first: its lines come when it is at rest
      if (this.goesOn(news)) {
        this.tell(news);
        continue;
      }
      await this.settle();
      if (!current()) return;
      this.learn(news.turns);
      this.append(shown);
      shown = [];
      if (!this.queue.length && (news.now.asks.length || news.now.state !== "racing")) {
        await this.result(true);
        if (!current()) return;
      }
      this.tell(news);
      this.arrive(news.now);
      if (news.now.asks.length || news.now.state !== "racing") {
        this.spent = 0;
        // What was answered meanwhile, by a standing answer or elsewhere, is nothing to stop for.
        if (!this.queue.length) this.skipping = false;
      } else if (!this.queue.length) {
        await this.readOn();
        if (!current()) return;
      }
    }
    this.endShow();
  }

  /** Whether the turn being shown goes on in frames that have come: then it is shown at once. */
  private goesOn(news: News): boolean {
    if (!this.animated() || news.now.asks.length || news.now.state !== "racing") return false;
    return hasTurn(this.queue[0]?.log ?? [], this.unit.turn);
  }

  /** Nothing is being shown. */
  private endShow(): void {
    this.busy = false;
    this.shown = null;
    this.unit = { turn: -1, spent: 0, budget: 0 };
  }

  /** Drop what is being shown and what waits for it: the whole table comes, perhaps for another
   * seat. The loop that showed it ends without writing anything more. */
  private interrupt(): void {
    this.generation += 1;
    this.hasten = true;
    this.queue = [];
    this.event = null;
    this.steady = false;
    this.paused = false;
    this.stepping = false;
    this.owed = 0;
    this.endShow();
    skipMotion(true);
    this.wake?.();
    this.release?.();
  }

  private learn(turns: readonly Turn[]): void {
    if (!turns.length) return;
    const all = new Map(this.turns);
    for (const turn of turns) all.set(turn.id, turn);
    this.turns = all;
  }

  /** When another car begins its turn, the one before stands for a moment, if it is over. */
  private async begin(turn: number, goesOn: boolean): Promise<void> {
    if (turn === this.unit.turn) return;
    const tempo = TEMPI[settings.speed];
    const generation = this.generation;
    if (!goesOn) await this.result();
    if (generation !== this.generation) return;
    const budget = Math.min(tempo.turn, this.left() * SHARE.turn);
    this.unit = { turn, spent: 0, budget };
  }

  /** Motion on the board ends before its lines are shown. */
  private async settle(): Promise<void> {
    if (this.unit.turn < 0 || !this.animated()) return;
    await tick(); // the board has the new view
    const still = atRest(document.querySelector(".stage"));
    if (still) await this.linger(LONGEST_MOTION, still);
  }

  /** Bots still decide: the last lines stay until they are read, or more frames come. */
  private async readOn(): Promise<void> {
    if (!this.animated()) return;
    const more = new Promise<void>((resolve) => (this.more = resolve));
    await this.linger(this.unread(), more);
  }

  /** The turn that was just shown, in a sentence. The one before has been read by then; the last
   * one before I am asked is read to its end. */
  private async result(last = false): Promise<void> {
    const { turn, spent } = this.unit;
    if (turn < 0 || spent === 0 || !this.animated()) return;
    this.stepping = false;
    const told = this.turns.get(turn);
    if (!told?.text) return;
    const generation = this.generation;
    if (told !== this.shown) {
      await this.linger(this.unread());
      if (generation !== this.generation) return;
      this.shown = told;
      await nextFrame(); // on a busy machine it is drawn late: it is read from then on
      if (generation !== this.generation) return;
      this.shownAt = performance.now();
    }
    await this.linger(last ? this.unread() : TEMPI[settings.speed].hold);
  }

  /** How long the sentence that is shown must still stay. Where seconds are counted, the question
   * comes first. */
  private unread(): number {
    if (!this.shown) return 0;
    const { pace, read } = TEMPI[settings.speed];
    const whole = Math.min(read, this.shown.text.length * READ_LETTER * pace);
    const still = Math.max(0, whole - (performance.now() - this.shownAt));
    const counted = this.queue.at(-1)?.now.asks.some((ask) => ask.deadline !== null) ?? false;
    return counted ? Math.min(still, this.left()) : still;
  }

  /** What has just been shown, for those who listen: a rival's turn when it is over, in a sentence. */
  private tell(news: News): void {
    const goesOn = new Set(this.queue[0]?.turns.map((turn) => turn.id));
    for (const turn of news.turns)
      if (turn.text && turn.seat !== this.eye && !goesOn.has(turn.id))
        this.announcer.say(turn.text);
    for (const line of news.log) {
      if (line.type === "Said") continue;
      const turn = line.type === "Told" ? news.turns.find((one) => one.id === line.turn) : null;
      if (!turn?.text || turn.seat === this.eye) this.announcer.say(line.text);
    }
  }

  /** Paused, nothing is shown; but a clock that runs waits for no one. */
  private async gate(news: News): Promise<void> {
    const generation = this.generation;
    while (generation === this.generation && this.held(news))
      await new Promise<void>((resolve) => (this.release = resolve));
  }

  private held(news: News): boolean {
    const counted = (this.queue.at(-1) ?? news).now.asks.some((ask) => ask.deadline !== null);
    return this.paused && !this.stepping && !this.hasten && !counted;
  }

  /** How long an event is shown, that neither its turn nor all of them be long. */
  private time(news: News, line: Told): number {
    const tempo = TEMPI[settings.speed];
    const wanted = this.pace(line.event) * tempo.pace;
    if (wanted === 0) return 0;
    let known = this.length(news, line.turn);
    for (const later of this.queue) known += this.length(later, line.turn);
    const left = Math.max(0, this.unit.budget - this.unit.spent);
    return Math.min(
      wanted,
      wanted * (left / Math.max(1, known * tempo.pace)),
      Math.max(left * SHARE.event, left / 25),
    );
  }

  /** What is left for all that is shown before I am asked. */
  private left(): number {
    return Math.max(0, this.longest(this.queue.at(-1)) - this.spent);
  }

  /** Where the seconds are counted, what led to an ask is shown in a quarter of them. */
  private longest(news: News | undefined): number {
    const left = (news?.now.asks ?? []).flatMap((ask) =>
      ask.deadline === null ? [] : [(ask.deadline - this.clock()) / 4],
    );
    return Math.max(0, Math.min(TEMPI[settings.speed].all, ...left));
  }

  private pace(event: AnyEvent): number {
    return this.game?.shows ? paceOf(this.game.shows, event) : 0;
  }

  /** The board follows an event; false where it waits for the server's view. */
  private follow(event: AnyEvent): boolean {
    const shows = this.game?.shows;
    if (!shows || this.view === null || isRedraw(shows, event)) return false;
    this.view = follow(shows, this.view, event);
    return true;
  }

  /** How long a frame would be shown at its own pace, or what it tells of one turn. */
  private length(news: News, turn: number | null = null): number {
    return news.log.reduce(
      (n, l) =>
        n + (l.type === "Told" && (turn === null || l.turn === turn) ? this.pace(l.event) : 0),
      0,
    );
  }

  private animated(): boolean {
    return (
      moving() &&
      settings.speed !== "once" &&
      !this.hasten &&
      !document.hidden &&
      this.curtain === null
    );
  }

  /** Show an event for its time; what is shorter than a glance is drawn with what follows. What is
   * counted is how long it really took, on whatever machine. What it waits for may end it. */
  private async linger(time: number, until?: Promise<unknown>): Promise<void> {
    this.owed = this.hasten ? 0 : this.owed + time;
    if (this.owed < GLANCE) return;
    const began = performance.now();
    const generation = this.generation;
    await this.rest(this.owed, until);
    if (generation !== this.generation) return;
    this.owed = 0;
    const took = this.paused ? 0 : performance.now() - began;
    this.unit.spent += took;
    this.spent += took;
  }

  private async rest(time: number, until?: Promise<unknown>): Promise<void> {
    const generation = this.generation;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        if (this.wake === end) this.wake = null;
        resolve();
      };
      const timer = setTimeout(end, time);
      this.wake = end;
      void until?.then(end);
    });
    if (generation !== this.generation) return;
    if (this.paused && this.queue[0]) await this.gate(this.queue[0]);
  }

  /** Finish what is moving, and what still comes until I am asked. */
  skip(): void {
    this.skipping = this.awaited();
    this.finish();
  }

  /** Whether bots go on in a race of mine before I am asked, by all frames so far. */
  private awaited(): boolean {
    const latest = this.queue.at(-1)?.now ?? this.now;
    if (this.eye === null || latest?.state !== "racing" || latest.asks.length) return false;
    return latest.seats.some((seat) => seat.asked && (seat.kind === "bot" || seat.away));
  }

  /** Show everything that has come at once. */
  private finish(): void {
    this.hasten = true;
    this.paused = false;
    skipMotion(true);
    this.wake?.();
    this.release?.();
    void this.show(true); // what came within this frame
  }

  /** Stop where it is, or go on. */
  pause(still: boolean): void {
    this.paused = still;
    this.stepping = false;
    this.release?.();
  }

  /** Show the turn of one more car. */
  step(): void {
    this.paused = true;
    this.stepping = true;
    this.release?.();
  }

  private open(): Ask[] {
    const hidden = this.sending || this.startsIn > 0 || (this.busy && !this.steady);
    return hidden ? [] : (this.now?.asks ?? []);
  }

  private planned(): Ask[] {
    return this.plan?.sheet.ask ? [this.plan.sheet.ask] : [];
  }

  // ------------------------------------------------------------ preparing

  /** Begin to plan my turn, or go on with these moves. */
  async planTurn(moves: AnyGame["Move"][] = []): Promise<void> {
    if (this.eye === null) return;
    this.refusal = null;
    try {
      this.plan = { moves, sheet: await api.ahead(this.id, this.eye, moves) };
    } catch (failed) {
      this.refuse(failure(failed).message);
    }
  }

  stopPlan(): void {
    this.plan = null;
    this.refusal = null;
  }

  /** Prepare answers; whether it was done. */
  async prepare(programs: Program[]): Promise<boolean> {
    if (this.eye === null || !programs.length) return false;
    const frame = { type: "SetProgram", id: newId(), seat: this.eye, programs } as const;
    return (await this.send(frame, false))?.type === "Ack";
  }

  /** Remove what is prepared: some lines, or all. */
  async unprepare(lines: number[] = []): Promise<void> {
    if (this.eye === null) return;
    await this.send({ type: "DropProgram", id: newId(), seat: this.eye, lines }, false);
  }

  /** What I have prepared changed, and nothing else. */
  private hearPrepared(now: Now): void {
    const { programs, programs_note } = now;
    const told = (before: Now): Now => ({
      ...before,
      programs,
      programs_note,
      asks: before.asks.map(
        (ask) => now.asks.find((one) => one.number === ask.number && one.seat === ask.seat) ?? ask,
      ),
    });
    this.queue = this.queue.map((news) => ({ ...news, now: told(news.now) }));
    this.now = this.now && told(this.now);
  }

  // ------------------------------------------------------------ saying

  async choose(ask: Ask, option: Option | Range, amount?: number): Promise<void> {
    const move = amount === undefined ? option.move : { ...option.move, amount };
    await this.run(ask, [move]);
  }

  /** Several moves in one run; the server sees to their order. */
  async run(ask: Ask, moves: AnyGame["Move"][]): Promise<void> {
    if (this.plan) return this.planTurn([...this.plan.moves, ...moves]);
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

  /** Look through another of my seats, or say Hello in another language. Who is known only since
   * the connection was made needs a new one. */
  look(eye: number | null, renew = false): void {
    this.eye = eye;
    this.version = null;
    this.interrupt();
    this.now = this.now && { ...this.now, asks: [], undo: null };
    this.curtain = null;
    if (renew) this.socket?.renew();
    else this.socket?.hello();
  }

  /** The card changed by HTTP: someone of mine sat down or left. */
  changed(card: TableCard): void {
    this.card = card;
    const mine = card.seats.filter((s) => s.mine && !s.away);
    const kept = mine.find((s) => s.seat === this.eye) ?? mine[0];
    const eye = kept?.seat ?? null;
    if (eye !== this.eye) this.look(eye, this.eye === null);
  }
}

/** Whether the panel shows part of a turn. */
function hasTurn(log: readonly Line[], turn: number): boolean {
  return log.some((line) => line.type === "Told" && line.turn === turn);
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
