import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** Counts what is started, and knows whether it runs. */
class Heard {
  static all: Heard[] = [];
  state = "suspended";
  currentTime = 0;
  sampleRate = 8;
  destination = {};
  started = 0;
  constructor() {
    Heard.all.push(this);
  }
  resume() {
    this.state = "running";
    return Promise.resolve();
  }
  suspend() {
    this.state = "suspended";
    return Promise.resolve();
  }
  createGain() {
    return { gain: ramps(), connect: (to: unknown) => to };
  }
  createOscillator() {
    const start = () => this.started++;
    return { frequency: ramps(), connect: (to: unknown) => to, start, stop: () => undefined };
  }
}

const ramps = () => ({ setValueAtTime: () => 0, exponentialRampToValueAtTime: () => 0 });

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal("AudioContext", Heard);
  vi.stubGlobal("window", { matchMedia: () => ({ matches: false }) });
  Heard.all = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("nothing runs before a touch, nor when nothing is heard any more", async () => {
  vi.doMock("./settings.svelte", () => ({ settings: { sound: true } }));
  const { play, touch } = await import("./sound");
  play("bell");
  expect(Heard.all).toHaveLength(0);
  touch();
  play("bell");
  const [on] = Heard.all;
  expect(on?.state).toBe("running");
  expect(on?.started).toBe(2);
  vi.advanceTimersByTime(1_500);
  play("engine");
  vi.advanceTimersByTime(1_500);
  expect(on?.state).toBe("running");
  vi.advanceTimersByTime(1_000);
  expect(on?.state).toBe("suspended");
  touch();
  expect(on?.state).toBe("suspended");
  play("bell");
  expect(on?.state).toBe("running");
  expect(Heard.all).toHaveLength(1);
});
