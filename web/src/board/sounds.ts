/** Wood, water, paper: every sound is synthesized. Times in seconds, gains 0–1. */

export type SoundName =
  | 'move'
  | 'capture'
  | 'jump'
  | 'swim'
  | 'trap'
  | 'den'
  | 'win'
  | 'lose'
  | 'draw'
  | 'lowTime'
  | 'tick'
  | 'illegal'
  | 'start'
  | 'prompt'
  | 'message'
  | 'offer'
  | 'knock'
  | 'dropped'
  | 'count'
  | 'level'
  | 'found'
  | 'right'
  | 'lesson'
  | 'learned'
  | 'solved';

/** The mixer of all sounds. */
interface Mixer {
  context: AudioContext;
  master: GainNode;
  /** One second of white noise, shared. */
  hiss: AudioBuffer;
}

function envelope({ context, master }: Mixer, gain: number, at: number, duration: number): GainNode {
  const node = context.createGain();
  node.gain.setValueAtTime(0.0001, at);
  node.gain.exponentialRampToValueAtTime(gain, at + 0.004);
  node.gain.exponentialRampToValueAtTime(0.0001, at + duration);
  node.connect(master);
  return node;
}

interface Tone {
  from: number;
  to?: number;
  duration: number;
  gain: number;
  at?: number;
  type?: OscillatorType;
}

function tone(mixer: Mixer, { from, to = from, duration, gain, at = 0, type = 'sine' }: Tone): void {
  const start = mixer.context.currentTime + at;
  const oscillator = mixer.context.createOscillator();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + duration);
  oscillator.connect(envelope(mixer, gain, start, duration));
  oscillator.start(start);
  oscillator.stop(start + duration + 0.02);
}

interface Noise {
  duration: number;
  gain: number;
  filter: BiquadFilterType;
  /** Cut-off frequencies over the duration. */
  sweep: readonly number[];
  q?: number;
  at?: number;
}

function noise(mixer: Mixer, { duration, gain, filter, sweep, q = 1, at = 0 }: Noise): void {
  const start = mixer.context.currentTime + at;
  const source = mixer.context.createBufferSource();
  const band = mixer.context.createBiquadFilter();
  source.buffer = mixer.hiss;
  band.type = filter;
  band.Q.value = q;
  band.frequency.setValueAtTime(sweep[0]!, start);
  sweep.forEach((cutoff, step) => {
    band.frequency.linearRampToValueAtTime(cutoff, start + (duration * step) / Math.max(1, sweep.length - 1));
  });
  source.connect(band).connect(envelope(mixer, gain, start, duration));
  source.start(start, Math.random() * 0.5, duration);
}

function pluck(mixer: Mixer, frequency: number, at = 0, gain = 0.35): void {
  const start = mixer.context.currentTime + at;
  const oscillator = mixer.context.createOscillator();
  const low = mixer.context.createBiquadFilter();
  oscillator.type = 'triangle';
  oscillator.frequency.value = frequency;
  low.type = 'lowpass';
  low.frequency.setValueAtTime(frequency * 6, start);
  low.frequency.exponentialRampToValueAtTime(frequency * 1.5, start + 0.25);
  oscillator.connect(low).connect(envelope(mixer, gain, start, 0.35));
  oscillator.start(start);
  oscillator.stop(start + 0.4);
}

function plucks(mixer: Mixer, frequencies: readonly number[], from = 0, apart = 0.11): void {
  frequencies.forEach((frequency, step) => {
    pluck(mixer, frequency, from + step * apart);
  });
}

/** A piece is set down. Its pitch varies by 4 %, so that moves do not sound identical. */
function tap(mixer: Mixer, at = 0, band = 1700, gain = 0.5): void {
  const vary = 0.96 + Math.random() * 0.08;
  noise(mixer, { duration: 0.012, gain, filter: 'bandpass', sweep: [band * vary], q: 3, at });
  tone(mixer, { from: 190 * vary, to: 120 * vary, duration: 0.07, gain: gain * 0.9, at });
}

function drop(mixer: Mixer, at = 0): void {
  tone(mixer, { from: 700, to: 1500, duration: 0.06, gain: 0.18, at });
}

function temple(mixer: Mixer, at = 0): void {
  tone(mixer, { from: 880, duration: 0.04, gain: 0.3, at, type: 'triangle' });
}

function gong(mixer: Mixer, part = 1): void {
  const partials = [
    [196, 0.4],
    [294, 0.25],
    [415, 0.15],
    [587, 0.1],
  ] as const;
  for (const [frequency, gain] of partials)
    tone(mixer, { from: frequency * 1.003, to: frequency, duration: 1.8, gain: gain * part });
}

const RECIPES: Record<SoundName, (mixer: Mixer) => void> = {
  move: tap,
  capture: (mixer) => {
    tap(mixer);
    tap(mixer, 0.045, 1100, 0.8);
    tone(mixer, { from: 110, to: 60, duration: 0.14, gain: 0.45 });
  },
  jump: (mixer) => {
    noise(mixer, { duration: 0.3, gain: 0.25, filter: 'bandpass', sweep: [400, 1800, 700], q: 1.2 });
    tap(mixer, 0.32);
    drop(mixer, 0.34);
    drop(mixer, 0.41);
  },
  swim: (mixer) => {
    drop(mixer);
    noise(mixer, { duration: 0.12, gain: 0.15, filter: 'lowpass', sweep: [900] });
  },
  trap: (mixer) => {
    tap(mixer);
    for (let click = 0; click < 5; click++) {
      const at = 0.05 + click * 0.028;
      tone(mixer, { from: 2200 - click * 260, duration: 0.006, gain: 0.12, at, type: 'square' });
    }
  },
  den: (mixer) => {
    gong(mixer);
    plucks(mixer, [523, 587, 659, 784, 1047], 0.25);
  },
  win: (mixer) => plucks(mixer, [659, 784, 1047]),
  lose: (mixer) => plucks(mixer, [523, 440, 349]),
  draw: (mixer) => plucks(mixer, [523, 523]),
  lowTime: (mixer) => {
    temple(mixer);
    temple(mixer, 0.16);
  },
  tick: (mixer) => temple(mixer),
  illegal: (mixer) => {
    tone(mixer, { from: 140, to: 90, duration: 0.09, gain: 0.45 });
    noise(mixer, { duration: 0.04, gain: 0.3, filter: 'lowpass', sweep: [500] });
  },
  start: (mixer) => {
    tap(mixer);
    tap(mixer, 0.18);
    pluck(mixer, 523, 0.36);
  },
  prompt: (mixer) => plucks(mixer, [784, 1047], 0, 0.12),
  message: (mixer) => pluck(mixer, 1175, 0, 0.15),
  offer: (mixer) => pluck(mixer, 392, 0, 0.15),
  knock: (mixer) => {
    tap(mixer, 0, 900, 0.4);
    tap(mixer, 0.13, 900, 0.4);
  },
  dropped: (mixer) => tone(mixer, { from: 160, to: 110, duration: 0.08, gain: 0.2 }),
  count: (mixer) => tone(mixer, { from: 1400, duration: 0.02, gain: 0.08 }),
  level: (mixer) => {
    plucks(mixer, [523, 784, 880, 1047], 0, 0.12);
    gong(mixer, 0.5);
  },
  right: (mixer) => pluck(mixer, 659),
  lesson: (mixer) => plucks(mixer, [523, 659, 784]),
  learned: (mixer) => plucks(mixer, [523, 587, 659, 784, 1047]),
  solved: (mixer) => plucks(mixer, [659, 784, 1047], 0, 0.12),
  found: (mixer) => {
    tone(mixer, { from: 392, duration: 0.08, gain: 0.35 });
    tone(mixer, { from: 523, duration: 0.08, gain: 0.35, at: 0.09 });
    plucks(mixer, [784, 1047], 0.18, 0.09);
  },
};

function setUp(gain: number): Mixer {
  const context = new AudioContext();
  const master = context.createGain();
  master.gain.value = gain;
  master.connect(context.destination);
  const hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return { context, master, hiss };
}

/** Milliseconds until the audio context is created. A phone takes long for it, so it exists before the first move. */
const PREPARE_AFTER = 1_500;

/** The sounds of a page, which has one audio context. */
export class Sounds {
  #mixer: Mixer | null = null;
  #gain: number;

  /** `gain`: volume of all sounds, 0–1. */
  constructor(gain: number) {
    this.#gain = gain;
  }

  setGain(gain: number): void {
    this.#gain = gain;
    if (this.#mixer) this.#mixer.master.gain.value = gain;
  }

  /**
   * Browsers allow sound only after a gesture; the first one resumes the audio context. Returns a function that
   * removes the
   * listeners.
   */
  unlock(): () => void {
    const ready = (): Mixer => {
      this.#mixer ??= setUp(this.#gain);
      return this.#mixer;
    };
    const resume = (): void => {
      const { context } = ready();
      if (context.state === 'suspended') void context.resume();
    };
    const prepare = setTimeout(ready, PREPARE_AFTER);
    const events = ['pointerdown', 'keydown'] as const;
    for (const event of events) window.addEventListener(event, resume);
    return () => {
      clearTimeout(prepare);
      for (const event of events) window.removeEventListener(event, resume);
    };
  }

  /** Plays a sound if sounds are unlocked; in a hidden tab only an `urgent` one. */
  play(name: SoundName, { urgent = false }: { urgent?: boolean } = {}): void {
    const mixer = this.#mixer;
    if (mixer?.context.state !== 'running' || (document.hidden && !urgent)) return;
    // The move renders first: on a slow phone, a sound takes as long as a render.
    setTimeout(() => RECIPES[name](mixer));
  }
}
