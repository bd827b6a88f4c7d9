/** Short sounds of our own making: no files, only notes and noise. */

/** A note: when it begins, how long it is, how loud, and its pitch in hertz; noise is filtered about its pitch. */
export interface Note {
  at: number;
  long: number;
  loud: number;
  pitch: number;
  noise: boolean;
}

/** Dice on a table: each knocks a few times, softer and quicker. */
export function clatter(dice: number): Note[] {
  const knocks = [0, 0.11, 0.19, 0.25];
  return Array.from({ length: Math.min(dice, 6) }, (_, die) =>
    knocks.map((at, place) => ({ at: at + die * 0.037, long: 0.05, loud: 0.16 / (place + 1), pitch: 1500 + ((die * 7 + place * 5) % 6) * 260, noise: true })),
  ).flat();
}

/** A modifier: a higher note for one that adds, a lower for one that takes away. */
export function tick(value: number): Note[] {
  return [{ at: 0, long: 0.12, loud: 0.06, pitch: value > 0 ? 740 : 440, noise: false }];
}

/** The result. */
export function close(): Note[] {
  return [{ at: 0, long: 0.3, loud: 0.09, pitch: 262, noise: false }, { at: 0.05, long: 0.3, loud: 0.06, pitch: 392, noise: false }];
}

let audio: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** Play notes; where there is no way to make a sound, none is made. */
export function play(notes: readonly Note[]): void {
  try {
    audio ??= new AudioContext();
    for (const note of notes) sound(audio, note);
  } catch {
    // no sound where there is no way to make one
  }
}

function sound(audio: AudioContext, { at, long, loud, pitch, noise }: Note): void {
  const start = audio.currentTime + at;
  const loudness = audio.createGain();
  loudness.gain.setValueAtTime(loud, start);
  loudness.gain.exponentialRampToValueAtTime(0.0004, start + long);
  loudness.connect(audio.destination);
  if (noise) {
    const source = audio.createBufferSource();
    const filter = audio.createBiquadFilter();
    source.buffer = hiss ??= noiseOf(audio);
    [filter.type, filter.frequency.value, filter.Q.value] = ["bandpass", pitch, 3];
    source.connect(filter).connect(loudness);
    source.start(start, 0, long);
  } else {
    const tone = audio.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(loudness);
    tone.start(start);
    tone.stop(start + long);
  }
}

function noiseOf(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let place = 0; place < data.length; place += 1) data[place] = Math.random() * 2 - 1;
  return buffer;
}
