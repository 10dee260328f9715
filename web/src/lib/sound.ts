/** What the race sounds like: an engine or hooves, dice, the crowd, and a bell when it is my turn.
 * All of it is synthesised here; nothing is played before something was touched. */

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
let touched = false;
let resting: ReturnType<typeof setTimeout> | undefined;

/** Milliseconds after which a sound is silent. */
const HEARD = 2_000;

/** Phones are silent until the person turns sound on. */
const phone = () => window.matchMedia("(pointer: coarse)").matches;

export function sounding(): boolean {
  return settings.sound ?? !phone();
}

/** A browser plays no sound before a touch. */
export function touch(): void {
  touched = true;
  const before = context;
  const on = ready();
  if (on && (!before || on.state === "interrupted")) awake(on);
}

/** As long as there is something to hear: a context that runs has work to do all the time. */
function awake(on: AudioContext): void {
  if (on.state !== "running") void on.resume();
  clearTimeout(resting);
  resting = setTimeout(() => void on.suspend(), HEARD);
}

function ready(): AudioContext | null {
  if (!touched || !sounding() || typeof AudioContext === "undefined") return null;
  context ??= new AudioContext();
  return context;
}

function hiss(on: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = on.createBuffer(1, on.sampleRate, on.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return noise;
}

/** A loudness that rises and falls away. */
function swell(on: AudioContext, at: number, loud: number, rise: number, length: number): GainNode {
  const gain = on.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(on.destination);
  return gain;
}

function tone(
  on: AudioContext,
  type: OscillatorType,
  from: number,
  to: number,
  at: number,
  loud: number,
  length: number,
): void {
  const source = on.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(swell(on, at, loud, length / 5, length));
  source.start(at);
  source.stop(at + length);
}

function rush(on: AudioContext, pitch: number, at: number, loud: number, length: number): void {
  const source = on.createBufferSource();
  source.buffer = hiss(on);
  source.loop = true;
  const filter = on.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(swell(on, at, loud, length / 4, length));
  source.start(at, Math.random());
  source.stop(at + length);
}

export type Sound = "engine" | "hooves" | "dice" | "crowd" | "bell";

export function play(sound: Sound): void {
  const on = ready();
  if (!on) return;
  awake(on);
  const now = on.currentTime;
  switch (sound) {
    case "engine":
      tone(on, "sawtooth", 70, 150, now, 0.05, 0.5);
      tone(on, "square", 35, 76, now, 0.03, 0.5);
      break;
    case "hooves":
      for (const beat of [0, 0.09, 0.2, 0.29]) rush(on, 320, now + beat, 0.12, 0.07);
      break;
    case "dice":
      for (const beat of [0, 0.06, 0.13, 0.17]) rush(on, 2_400, now + beat, 0.1, 0.04);
      break;
    case "crowd":
      rush(on, 700, now, 0.12, 1.2);
      rush(on, 1_300, now + 0.1, 0.07, 1);
      break;
    case "bell":
      tone(on, "sine", 880, 878, now, 0.12, 0.9);
      tone(on, "sine", 1_318, 1_316, now + 0.12, 0.08, 0.8);
      break;
  }
}
