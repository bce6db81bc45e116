// Sound effects: short wooden knocks, synthesised so that nothing is downloaded. A knock is a burst of noise
// (the strike) and a few damped tones (the ring); each sound is one or several knocks. Sound is optional:
// errors are ignored.

import type { Description } from "$lib/engine/types";

/** A knock on wood. Times in milliseconds. */
interface Knock {
  after: number;
  /** The lowest tone in hertz: larger wood is lower. */
  pitch: number;
  /** Duration of the tones: free wood rings, wood on felt does not. */
  ring: number;
  /** Loudness of the strike relative to the tones, 0 to 1. */
  strike: number;
  level: number;
}
const knock = (after: number, pitch: number, ring: number, strike: number, level: number): Knock => ({
  after,
  pitch,
  ring,
  strike,
  level,
});

const SOUNDS = {
  place: [knock(0, 290, 90, 0.8, 0.8)],
  jump: [knock(0, 520, 45, 0.45, 0.45)],
  sendBack: [knock(0, 330, 50, 0.7, 0.5), knock(90, 230, 70, 0.8, 0.6)],
  sinkToken: [knock(0, 430, 25, 0.6, 0.3), knock(70, 125, 110, 0.25, 0.9)],
  turnPeg: [knock(0, 610, 40, 0.5, 0.35), knock(95, 450, 60, 0.7, 0.5)],
  dropOut: [knock(0, 300, 60, 0.7, 0.6), knock(110, 215, 60, 0.6, 0.5), knock(190, 160, 80, 0.4, 0.5)],
  stack: [knock(0, 260, 80, 0.9, 0.8), knock(28, 390, 60, 0.5, 0.4)],
  fourInARow: [
    knock(0, 392, 160, 0.3, 0.5),
    knock(85, 494, 160, 0.3, 0.5),
    knock(170, 587, 180, 0.3, 0.5),
    knock(255, 784, 300, 0.3, 0.6),
  ],
  lowTime: [knock(0, 880, 30, 0.9, 0.6), knock(180, 880, 30, 0.9, 0.6)],
  win: [
    knock(0, 392, 260, 0.2, 0.5),
    knock(120, 523, 260, 0.2, 0.5),
    knock(240, 659, 300, 0.2, 0.5),
    knock(380, 784, 500, 0.2, 0.7),
  ],
  draw: [knock(0, 440, 240, 0.2, 0.5), knock(200, 440, 340, 0.2, 0.5)],
} satisfies Record<string, Knock[]>;

export type SoundName = keyof typeof SOUNDS;
export const SOUND_NAMES = Object.keys(SOUNDS) as SoundName[];

/** Duration of a move, after which captured pieces are sent back. */
const TRAVEL = 220;
const PAUSE = 80;

/** The sound of each event, and when it plays; null for silent events. */
export const SOUND_OF_EVENT: Readonly<Record<string, { name: SoundName; at: number } | null>> = {
  runs: { name: "place", at: TRAVEL },
  "turns-round": null,
  "comes-home": null,
  "sent-back": { name: "sendBack", at: TRAVEL + PAUSE },
  "sets-up": { name: "place", at: 0 },
  steps: { name: "place", at: TRAVEL },
  "sinks-token": { name: "sinkToken", at: TRAVEL + PAUSE },
  "turns-over": { name: "turnPeg", at: TRAVEL + PAUSE },
  "drops-out": { name: "dropOut", at: TRAVEL + PAUSE },
  "goes-out": null,
  jumps: { name: "place", at: TRAVEL },
  stacks: { name: "stack", at: TRAVEL },
  stuck: null,
  places: { name: "place", at: 0 },
  relocates: { name: "place", at: TRAVEL },
  "makes-line": { name: "fourInARow", at: TRAVEL + PAUSE },
};

export interface TimedSound {
  name: SoundName;
  /** Milliseconds after the start of the move. */
  at: number;
}

/** The sounds of a move. Simultaneous equal events sound once. */
export function soundsOf(description: Description): TimedSound[] {
  const sounds: TimedSound[] = [];
  const add = (sound: TimedSound) => {
    if (!sounds.some(({ name, at }) => name === sound.name && at === sound.at)) sounds.push(sound);
  };
  const stacks = description.events.some(({ key }) => key === "stacks");
  for (const { key, over } of description.events) {
    const sound = Object.hasOwn(SOUND_OF_EVENT, key) ? SOUND_OF_EVENT[key] : null;
    if (!sound) continue;
    if (over.length > 0) add({ name: "jump", at: TRAVEL / 2 });
    // A piece landing on others makes only the stack sound.
    if (!(stacks && key === "jumps")) add(sound);
  }
  return sounds.sort((a, b) => a.at - b.at);
}

let on = true;
let volume = 0.6;
let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

export function setSound(wanted: boolean): void {
  on = wanted;
}
/** From 0 to 1. */
export function setVolume(wanted: number): void {
  volume = Math.min(1, Math.max(0, wanted));
}

/** Plays a sound in `at` milliseconds. */
export function playSound(name: SoundName, at = 0): void {
  if (!on || volume === 0) return;
  try {
    const ready = listening();
    if (!ready) return;
    const start = () => {
      for (const one of SOUNDS[name]) strike(ready, one, at);
    };
    if (ready.state === "running") start();
    else void ready.resume().then(start, () => undefined);
  } catch {
    // No sound device or permission.
  }
}
export function playSounds(sounds: readonly TimedSound[]): void {
  for (const { name, at } of sounds) playSound(name, at);
}

/** Browsers require a user gesture before the first sound, and warn otherwise. */
function listening(): AudioContext | null {
  if (context) return context;
  if (typeof AudioContext === "undefined") return null;
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return null;
  context = new AudioContext();
  return context;
}

function noiseOf(audio: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * 0.06), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return noise;
}

/** Partials of a free wooden bar, with loudness and duration relative to the lowest. */
const TONES = [
  { ratio: 1, level: 1, ring: 1 },
  { ratio: 2.76, level: 0.35, ring: 0.45 },
  { ratio: 5.4, level: 0.12, ring: 0.2 },
];

function strike(audio: AudioContext, { after, pitch, ring, strike, level }: Knock, at: number): void {
  const start = audio.currentTime + (at + after) / 1000;
  const loud = volume * level * 0.5;
  for (const tone of TONES) {
    const source = audio.createOscillator();
    // Wood yields slightly when struck: the tone starts a little higher.
    source.frequency.setValueAtTime(pitch * tone.ratio * 1.04, start);
    source.frequency.exponentialRampToValueAtTime(pitch * tone.ratio, start + 0.02);
    const end = start + (ring * tone.ring * 3) / 1000;
    fading(audio, source, loud * tone.level, start, end).connect(audio.destination);
    source.start(start);
    source.stop(end);
  }
  const source = audio.createBufferSource();
  source.buffer = noiseOf(audio);
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = Math.min(6000, pitch * 5);
  filter.Q.value = 0.9;
  source.connect(filter);
  const end = start + 0.03;
  fading(audio, filter, loud * strike * 1.4, start, end).connect(audio.destination);
  source.start(start);
  source.stop(end);
}

function fading(audio: AudioContext, from: AudioNode, loud: number, start: number, end: number): AudioNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.002);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  return from.connect(gain);
}
