import { randomFrom } from '@doushouqi/engine/laboratory';
import {
  arenaStandings,
  type FreePlayer,
  fold,
  freePlayers,
  newTournament,
  pairWave,
  type WavePair,
} from '@doushouqi/tournament';
import { type Figures, figuresOf, measured } from './figures.ts';
import { durationOf, population, type Random, resultOf, shuffled } from './players.ts';

const WAVE_MS = 3_000;

type Pairing = (free: readonly FreePlayer[], now: number, random: Random) => WavePair[];

function atRandom(free: readonly FreePlayer[], _now: number, random: Random): WavePair[] {
  const order = shuffled(free, random);
  return order.flatMap(({ id }, n) => (n % 2 === 1 ? [{ red: order[n - 1]!.id, blue: id }] : []));
}

const PAIRINGS: readonly [string, Pairing][] = [
  ['waves', pairWave],
  ['random', atRandom],
];

interface Running {
  game: string;
  red: string;
  blue: string;
  endsAt: number;
}

function playArena(count: number, minutes: number, seed: number, name: string, pairing: Pairing): Figures {
  const random = randomFrom(seed);
  const simulated = population(count, seed);
  const strengths = new Map(simulated.map(({ id, strength }) => [id, strength]));
  const state = newTournament('arena');
  for (const { id, rating } of simulated) fold(state, { kind: 'joined', player: id, rating, at: 0 });
  let running: Running[] = [];
  const waits: number[] = [];
  let cpuMs = 0;
  const endAll = (now: number) => {
    for (const { game, red, blue, endsAt } of running.filter((one) => one.endsAt <= now)) {
      const winner = resultOf(strengths.get(red)!, strengths.get(blue)!, random);
      fold(state, { kind: 'finished', game, winner, plies: 60, endReason: null, absent: [], at: endsAt });
    }
    running = running.filter((one) => one.endsAt > now);
  };
  for (let now = WAVE_MS; now < 60_000 * minutes; now += WAVE_MS) {
    endAll(now);
    const free = freePlayers(state, arenaStandings(state));
    const since = new Map(free.map(({ id, freeSince }) => [id, freeSince]));
    const wave = measured(() => pairing(free, now, random));
    cpuMs = Math.max(cpuMs, wave.cpuMs);
    for (const { red, blue } of wave.result) {
      const game = `${now}-${red}`;
      fold(state, { kind: 'paired', game, red, blue, at: now });
      running.push({ game, red, blue, endsAt: now + durationOf(random) });
      if (now > WAVE_MS) waits.push(now - since.get(red)!, now - since.get(blue)!);
    }
  }
  endAll(Number.POSITIVE_INFINITY);
  const ranked = arenaStandings(state).map(({ player }) => player);
  return figuresOf({ name: `arena of ${count}`, pairing: name, waits, cpuMs }, ranked, simulated);
}

/** Plays an arena of games of 5 + 3 with each kind of pairing. */
export function simulateArena(count: number, minutes: number, seed: number): Figures[] {
  return PAIRINGS.map(([name, pairing]) => playArena(count, minutes, seed, name, pairing));
}

/** Returns the CPU times (ms) of waves among free players in the middle of an arena, first one first. */
export function timeWaves(count: number, times: number, seed: number): number[] {
  const random = randomFrom(seed);
  const players = population(count, seed).map(({ id, rating }): FreePlayer => {
    const lastOpponents = [0, 0].map(() => `p${Math.floor(random() * count)}`);
    const colorDifference = Math.floor(5 * random()) - 2;
    const points = Math.floor(20 * random());
    return {
      id,
      rating,
      points,
      lastOpponents,
      colorDifference,
      lastSide: null,
      freeSince: 3_000 * random(),
    };
  });
  return Array.from({ length: times }, () => measured(() => pairWave(players, 3_000)).cpuMs);
}
