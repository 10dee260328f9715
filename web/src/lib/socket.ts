/** A table's socket: it says Hello, resends what was not acknowledged, and reconnects. */

import type { Ack, FromClient, FromServer, Refusal } from "../generated/wire";
import { IS_LOCAL } from "./base";
import { transport, type Line } from "./transport";

export type Link = "connecting" | "open" | "lost" | "gone";
type Sent = Extract<FromClient, { id: string }>;

export interface Listener {
  /** What to say first, now and after each reconnect. */
  hello(): FromClient;
  frame(frame: FromServer): void;
  link(link: Link): void;
}

interface Pending {
  frame: Sent;
  done: (answer: Ack | Refusal) => void;
}

const FIRST_RETRY_MS = 400;
const MAX_RETRY_MS = 8_000;
const PING_MS = 15_000;
const SILENCE_MS = 8_000;

export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("");
}

export class TableSocket {
  /** The server's clock minus ours, in milliseconds. */
  offset = 0;
  private socket: Line | null = null;
  private pending = new Map<string, Pending>();
  private retryMs = FIRST_RETRY_MS;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private pingTimer: ReturnType<typeof setInterval> | undefined;
  private silenceTimer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly path: string,
    private readonly listener: Listener,
  ) {
    this.watch();
  }

  private watch(): void {
    window.addEventListener("online", this.reconnect);
    if (!IS_LOCAL) window.addEventListener("offline", this.drop);
    document.addEventListener("visibilitychange", this.reconnect);
  }

  open(): void {
    if (this.closed) return;
    clearTimeout(this.retryTimer);
    this.listener.link("connecting");
    const socket = transport.connect(this.path);
    this.socket = socket;
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.sendNow(this.listener.hello());
      for (const { frame } of this.pending.values()) this.sendNow(frame);
      this.ping();
    };
    socket.onmessage = (message) => {
      if (socket !== this.socket) return;
      this.receive(JSON.parse(String(message.data)) as FromServer);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
    clearInterval(this.pingTimer);
    this.pingTimer = setInterval(() => this.ping(), PING_MS);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retryTimer);
    this.stopWaiting();
    clearInterval(this.pingTimer);
    window.removeEventListener("online", this.reconnect);
    window.removeEventListener("offline", this.drop);
    document.removeEventListener("visibilitychange", this.reconnect);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /** Connect again with the current identity: a connection keeps the one it was made with. Also after
   *  the server has said goodbye. */
  renew(): void {
    if (this.closed) this.watch();
    this.closed = false;
    const before = this.socket;
    this.socket = null;
    before?.close();
    this.open();
  }

  /** Say Hello again: another viewer, another language, a version missing. */
  hello(): void {
    this.sendNow(this.listener.hello());
  }

  /** Sends until it is answered, over as many connections as it takes; the id makes it count once. */
  ask(frame: Sent): Promise<Ack | Refusal> {
    return new Promise((done) => {
      this.pending.set(frame.id, { frame, done });
      this.sendNow(frame);
      this.expectFrame();
    });
  }

  get waiting(): number {
    return this.pending.size;
  }

  private receive(frame: FromServer): void {
    this.stopWaiting();
    this.retryMs = FIRST_RETRY_MS;
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
          this.listener.link("gone");
        }
        return;
      case "Whole":
      case "News":
        this.listener.link("open");
    }
    this.listener.frame(frame);
  }

  private settle(frame: Ack | Refusal): void {
    const id = frame.id;
    if (id === null) return;
    const pending = this.pending.get(id);
    this.pending.delete(id);
    pending?.done(frame);
  }

  private sendNow(frame: FromClient): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  private ping(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.sendNow({ type: "Ping", at: Date.now() });
    this.stopWaiting();
    this.expectFrame();
  }

  /** A connection can be dead without an error. The one inside the browser is only busy. */
  private expectFrame(): void {
    if (!IS_LOCAL) this.silenceTimer ??= setTimeout(this.drop, SILENCE_MS);
  }

  /** A frame has come, or none is expected: stop the timer. */
  private stopWaiting(): void {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = undefined;
  }

  /** The connection is dead: try a new one. */
  private drop = (): void => {
    const socket = this.socket;
    if (!socket) return;
    socket.onclose = null; // it may take minutes to notice it
    socket.close();
    this.lost();
  };

  private lost(): void {
    clearInterval(this.pingTimer);
    this.stopWaiting();
    this.socket = null;
    if (this.closed) return;
    this.listener.link("lost");
    this.retryTimer = setTimeout(() => this.open(), this.retryMs * (0.75 + Math.random() / 2));
    this.retryMs = Math.min(MAX_RETRY_MS, this.retryMs * 2);
  }

  private reconnect = (): void => {
    if (this.closed || document.hidden || this.socket) return;
    this.retryMs = FIRST_RETRY_MS;
    this.open();
  };
}
