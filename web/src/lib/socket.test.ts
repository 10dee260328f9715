import { beforeEach, expect, test, vi } from "vitest";
import type { FromClient, FromServer } from "../generated/wire";
import { TableSocket } from "./socket";

class Line {
  static all: Line[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  sent: FromClient[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    Line.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as FromClient);
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
  }
  up() {
    this.readyState = 1;
    this.onopen?.();
  }
  says(frame: FromServer) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

const nobody = { addEventListener: vi.fn(), removeEventListener: vi.fn() };

beforeEach(() => {
  Line.all = [];
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("location", { protocol: "http:", host: "table" });
  vi.stubGlobal("window", nobody);
  vi.stubGlobal("document", { ...nobody, hidden: false });
});

function table(frames: FromServer[] = []) {
  const links: string[] = [];
  const socket = new TableSocket("/socket", {
    hello: () => ({ type: "Hello", eye: 0, version: 7 }),
    frame: (frame) => frames.push(frame),
    link: (link) => links.push(link),
  });
  socket.open();
  return { socket, links };
}
const answer = { type: "Answer", id: "a1", seat: 0, ask: 3, moves: [{ type: "Stay" }] } as const;

test("what was not acknowledged is sent again with the same id, after a Hello", async () => {
  const { socket, links } = table();
  Line.all[0]!.up();
  const done = socket.ask({ ...answer, moves: [...answer.moves] });
  Line.all[0]!.close();
  expect(links).toContain("lost");
  await vi.advanceTimersByTimeAsync(1_000);
  const second = Line.all[1]!;
  second.up();
  expect(second.sent.map((f) => f.type)).toEqual(["Hello", "Answer", "Ping"]);
  expect(second.sent[1]).toMatchObject({ id: "a1" });
  second.says({ type: "Ack", id: "a1", version: 8 });
  await expect(done).resolves.toMatchObject({ type: "Ack", version: 8 });
  expect(socket.waiting).toBe(0);
});

test("it waits longer each time, and not for ever", async () => {
  table();
  for (let i = 0; i < 12; i++) {
    Line.all.at(-1)!.close();
    await vi.advanceTimersByTimeAsync(10_001);
  }
  expect(Line.all.length).toBe(13);
});

test("a server that says goodbye for good is not bothered again", async () => {
  const { links } = table();
  Line.all[0]!.up();
  Line.all[0]!.says({ type: "Bye", code: "unknown", again: false });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(links.at(-1)).toBe("gone");
  expect(Line.all.length).toBe(1);
});

test("who sits down connects again, and the connection of before is not missed", () => {
  const { socket, links } = table();
  const [stranger] = Line.all;
  stranger!.up();
  socket.renew();
  expect(stranger!.readyState).toBe(3);
  expect(links).not.toContain("lost");
  Line.all[1]!.up();
  expect(Line.all[1]!.sent[0]).toMatchObject({ type: "Hello", eye: 0 });
});
