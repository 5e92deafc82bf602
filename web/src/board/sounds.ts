/** Wood, water, paper: every sound is synthesised (look `sound.md`). Times in seconds, gains 0–1. */

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
  | 'knock'
  | 'dropped'
  | 'count'
  | 'level'
  | 'found';

/** The desk that the recipes are played on. */
interface Desk {
  context: AudioContext;
  master: GainNode;
  /** One second of white noise, shared. */
  hiss: AudioBuffer;
}

function envelope({ context, master }: Desk, gain: number, at: number, duration: number): GainNode {
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

function tone(desk: Desk, { from, to = from, duration, gain, at = 0, type = 'sine' }: Tone): void {
  const start = desk.context.currentTime + at;
  const oscillator = desk.context.createOscillator();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + duration);
  oscillator.connect(envelope(desk, gain, start, duration));
  oscillator.start(start);
  oscillator.stop(start + duration + 0.02);
}

interface Noise {
  duration: number;
  gain: number;
  filter: BiquadFilterType;
  /** Cut-off over the duration. */
  sweep: readonly number[];
  q?: number;
  at?: number;
}

function noise(desk: Desk, { duration, gain, filter, sweep, q = 1, at = 0 }: Noise): void {
  const start = desk.context.currentTime + at;
  const source = desk.context.createBufferSource();
  const band = desk.context.createBiquadFilter();
  source.buffer = desk.hiss;
  band.type = filter;
  band.Q.value = q;
  band.frequency.setValueAtTime(sweep[0]!, start);
  sweep.forEach((cutoff, step) => {
    band.frequency.linearRampToValueAtTime(cutoff, start + (duration * step) / Math.max(1, sweep.length - 1));
  });
  source.connect(band).connect(envelope(desk, gain, start, duration));
  source.start(start, Math.random() * 0.5, duration);
}

function pluck(desk: Desk, frequency: number, at = 0, gain = 0.35): void {
  const start = desk.context.currentTime + at;
  const oscillator = desk.context.createOscillator();
  const low = desk.context.createBiquadFilter();
  oscillator.type = 'triangle';
  oscillator.frequency.value = frequency;
  low.type = 'lowpass';
  low.frequency.setValueAtTime(frequency * 6, start);
  low.frequency.exponentialRampToValueAtTime(frequency * 1.5, start + 0.25);
  oscillator.connect(low).connect(envelope(desk, gain, start, 0.35));
  oscillator.start(start);
  oscillator.stop(start + 0.4);
}

function plucks(desk: Desk, frequencies: readonly number[], from = 0, apart = 0.11): void {
  frequencies.forEach((frequency, step) => {
    pluck(desk, frequency, from + step * apart);
  });
}

/** A piece set down; its pitch varies by 4 % so that a game does not sound like a machine. */
function tap(desk: Desk, at = 0, band = 1700, gain = 0.5): void {
  const vary = 0.96 + Math.random() * 0.08;
  noise(desk, { duration: 0.012, gain, filter: 'bandpass', sweep: [band * vary], q: 3, at });
  tone(desk, { from: 190 * vary, to: 120 * vary, duration: 0.07, gain: gain * 0.9, at });
}

function drop(desk: Desk, at = 0): void {
  tone(desk, { from: 700, to: 1500, duration: 0.06, gain: 0.18, at });
}

function temple(desk: Desk, at = 0): void {
  tone(desk, { from: 880, duration: 0.04, gain: 0.3, at, type: 'triangle' });
}

function gong(desk: Desk, part = 1): void {
  const partials = [
    [196, 0.4],
    [294, 0.25],
    [415, 0.15],
    [587, 0.1],
  ] as const;
  for (const [frequency, gain] of partials)
    tone(desk, { from: frequency * 1.003, to: frequency, duration: 1.8, gain: gain * part });
}

const RECIPES: Record<SoundName, (desk: Desk) => void> = {
  move: tap,
  capture: (desk) => {
    tap(desk);
    tap(desk, 0.045, 1100, 0.8);
    tone(desk, { from: 110, to: 60, duration: 0.14, gain: 0.45 });
  },
  jump: (desk) => {
    noise(desk, { duration: 0.3, gain: 0.25, filter: 'bandpass', sweep: [400, 1800, 700], q: 1.2 });
    tap(desk, 0.32);
    drop(desk, 0.34);
    drop(desk, 0.41);
  },
  swim: (desk) => {
    drop(desk);
    noise(desk, { duration: 0.12, gain: 0.15, filter: 'lowpass', sweep: [900] });
  },
  trap: (desk) => {
    tap(desk);
    for (let click = 0; click < 5; click++) {
      const at = 0.05 + click * 0.028;
      tone(desk, { from: 2200 - click * 260, duration: 0.006, gain: 0.12, at, type: 'square' });
    }
  },
  den: (desk) => {
    gong(desk);
    plucks(desk, [523, 587, 659, 784, 1047], 0.25);
  },
  win: (desk) => plucks(desk, [659, 784, 1047]),
  lose: (desk) => plucks(desk, [523, 440, 349]),
  draw: (desk) => plucks(desk, [523, 523]),
  lowTime: (desk) => {
    temple(desk);
    temple(desk, 0.16);
  },
  tick: (desk) => temple(desk),
  illegal: (desk) => {
    tone(desk, { from: 140, to: 90, duration: 0.09, gain: 0.45 });
    noise(desk, { duration: 0.04, gain: 0.3, filter: 'lowpass', sweep: [500] });
  },
  start: (desk) => {
    tap(desk);
    tap(desk, 0.18);
    pluck(desk, 523, 0.36);
  },
  prompt: (desk) => plucks(desk, [784, 1047], 0, 0.12),
  message: (desk) => pluck(desk, 1175, 0, 0.15),
  knock: (desk) => {
    tap(desk, 0, 900, 0.4);
    tap(desk, 0.13, 900, 0.4);
  },
  dropped: (desk) => tone(desk, { from: 160, to: 110, duration: 0.08, gain: 0.2 }),
  count: (desk) => tone(desk, { from: 1400, duration: 0.02, gain: 0.08 }),
  level: (desk) => {
    plucks(desk, [523, 784, 880, 1047], 0, 0.12);
    gong(desk, 0.5);
  },
  found: (desk) => {
    tone(desk, { from: 392, duration: 0.08, gain: 0.35 });
    tone(desk, { from: 523, duration: 0.08, gain: 0.35, at: 0.09 });
    plucks(desk, [784, 1047], 0.18, 0.09);
  },
};

function setUp(gain: number): Desk {
  const context = new AudioContext();
  const master = context.createGain();
  master.gain.value = gain;
  master.connect(context.destination);
  const hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return { context, master, hiss };
}

/** Making an audio context takes a phone a while: it is made before the first move and not by it. Milliseconds. */
const PREPARE_AFTER = 1_500;

/** The sounds of a page, which has one audio context. */
export class Sounds {
  #desk: Desk | null = null;
  #gain: number;

  /** `gain`: how loud all sounds are, 0–1. */
  constructor(gain: number) {
    this.#gain = gain;
  }

  setGain(gain: number): void {
    this.#gain = gain;
    if (this.#desk) this.#desk.master.gain.value = gain;
  }

  /**
   * Browsers allow sound only after a gesture: the first one resumes the audio context. Returns the way to stop waiting
   * for it.
   */
  unlock(): () => void {
    const ready = (): Desk => {
      this.#desk ??= setUp(this.#gain);
      return this.#desk;
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

  /** Plays a sound if sounds are unlocked; in a hidden tab only one that is `urgent`. */
  play(name: SoundName, { urgent = false }: { urgent?: boolean } = {}): void {
    const desk = this.#desk;
    if (desk?.context.state !== 'running' || (document.hidden && !urgent)) return;
    // The move is drawn first: on a slow phone to make a sound takes as long as to draw.
    setTimeout(() => RECIPES[name](desk));
  }
}
