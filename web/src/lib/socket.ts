/** A table's socket: it says Hello, resends what was not acknowledged, and comes back by itself. */

import type { Ack, FromClient, FromServer, Refusal } from "../generated/wire";
import { IS_LOCAL } from "./base";
import { transport, type Line } from "./transport";

export type Link = "connecting" | "open" | "lost" | "gone";
type Sent = Extract<FromClient, { id: string }>;

export interface Ears {
  /** What to say first, now and after each reconnect. */
  hello(): FromClient;
  frame(frame: FromServer): void;
  link(link: Link): void;
}

interface Pending {
  frame: Sent;
  done: (answer: Ack | Refusal) => void;
}

const FIRST = 400;
const LONGEST = 8_000;
const PING = 15_000;
const SILENCE = 8_000;

export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("");
}

export class TableSocket {
  /** The server's clock minus ours, in milliseconds. */
  offset = 0;
  private socket: Line | null = null;
  private pending = new Map<string, Pending>();
  private wait = FIRST;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private deaf: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly path: string,
    private readonly ears: Ears,
  ) {
    this.watch();
  }

  private watch(): void {
    window.addEventListener("online", this.hurry);
    if (!IS_LOCAL) window.addEventListener("offline", this.drop);
    document.addEventListener("visibilitychange", this.hurry);
  }

  open(): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    this.ears.link("connecting");
    const socket = transport.connect(this.path);
    this.socket = socket;
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.raw(this.ears.hello());
      for (const { frame } of this.pending.values()) this.raw(frame);
      this.ping();
    };
    socket.onmessage = (message) => {
      if (socket !== this.socket) return;
      this.hear(JSON.parse(String(message.data)) as FromServer);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
    clearInterval(this.beat);
    this.beat = setInterval(() => this.ping(), PING);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.listen();
    clearInterval(this.beat);
    window.removeEventListener("online", this.hurry);
    window.removeEventListener("offline", this.drop);
    document.removeEventListener("visibilitychange", this.hurry);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /** Connect again, as who one is now: a connection keeps the identity it was made with. Also after
   *  the server has said goodbye. */
  renew(): void {
    if (this.closed) this.watch();
    this.closed = false;
    const before = this.socket;
    this.socket = null;
    before?.close();
    this.open();
  }

  /** Say Hello again: another eye, another language, a version missing. */
  hello(): void {
    this.raw(this.ears.hello());
  }

  /** Sends until it is answered, over as many connections as it takes; the id makes it count once. */
  ask(frame: Sent): Promise<Ack | Refusal> {
    return new Promise((done) => {
      this.pending.set(frame.id, { frame, done });
      this.raw(frame);
      this.doubt();
    });
  }

  get waiting(): number {
    return this.pending.size;
  }

  private hear(frame: FromServer): void {
    this.listen();
    this.wait = FIRST;
    switch (frame.type) {
      case "Ack":
      case "Refusal":
        this.settle(frame);
        break;
      case "Pong":
        this.offset = frame.now - (frame.at + Date.now()) / 2;
        return;
      case "Bye":
        if (!frame.again) {
          this.close();
          this.ears.link("gone");
        }
        return;
      case "Whole":
      case "News":
        this.ears.link("open");
    }
    this.ears.frame(frame);
  }

  private settle(frame: Ack | Refusal): void {
    const id = frame.id;
    if (id === null) return;
    const pending = this.pending.get(id);
    this.pending.delete(id);
    pending?.done(frame);
  }

  private raw(frame: FromClient): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  private ping(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.raw({ type: "Ping", at: Date.now() });
    this.listen();
    this.doubt();
  }

  /** A line can be dead without saying so; one inside the browser is only busy. */
  private doubt(): void {
    if (!IS_LOCAL) this.deaf ??= setTimeout(this.drop, SILENCE);
  }

  /** Something was heard, or nothing is waited for. */
  private listen(): void {
    clearTimeout(this.deaf);
    this.deaf = undefined;
  }

  /** The line is dead, whatever it says: a new one is tried. */
  private drop = (): void => {
    const socket = this.socket;
    if (!socket) return;
    socket.onclose = null; // it may take minutes to notice by itself
    socket.close();
    this.lost();
  };

  private lost(): void {
    clearInterval(this.beat);
    this.listen();
    this.socket = null;
    if (this.closed) return;
    this.ears.link("lost");
    this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(LONGEST, this.wait * 2);
  }

  private hurry = (): void => {
    if (this.closed || document.hidden || this.socket) return;
    this.wait = FIRST;
    this.open();
  };
}
