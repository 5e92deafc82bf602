import { randomFrom } from '@doushouqi/engine/laboratory';
import {
  fold,
  newTournament,
  pairRound,
  type SwissPairing,
  type SwissPlayer,
  swissPlayers,
  swissStandings,
} from '@doushouqi/tournament';
import { type Figures, figuresOf, measured } from './figures.ts';
import { population, type Random, resultOf, shuffled } from './players.ts';

type Pairing = (players: readonly SwissPlayer[], random: Random) => SwissPairing | null;

function atRandom(players: readonly SwissPlayer[], random: Random): SwissPairing {
  const order = shuffled(players, random);
  const pairs = order.flatMap(({ id }, n) => (n % 2 === 1 ? [{ red: order[n - 1]!.id, blue: id }] : []));
  return { pairs, bye: order.length % 2 === 1 ? order.at(-1)!.id : null };
}

const PAIRINGS: readonly [string, Pairing][] = [
  ['Dutch', pairRound],
  ['random', atRandom],
];

function playSwiss(count: number, rounds: number, seed: number, name: string, pairing: Pairing): Figures {
  const random = randomFrom(seed);
  const simulated = population(count, seed);
  const strengths = new Map(simulated.map(({ id, strength }) => [id, strength]));
  const state = newTournament('swiss');
  for (const { id, rating } of simulated) fold(state, { kind: 'joined', player: id, rating, at: 0 });
  let cpuMs = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const at = round;
    fold(state, { kind: 'roundStarted', round, at });
    const paired = measured(() => pairing(swissPlayers(state, round), random));
    cpuMs = Math.max(cpuMs, paired.cpuMs);
    for (const { red, blue } of paired.result!.pairs) {
      const game = `${round}-${red}`;
      fold(state, { kind: 'paired', game, red, blue, round, at });
      const winner = resultOf(strengths.get(red)!, strengths.get(blue)!, random);
      fold(state, { kind: 'finished', game, winner, plies: 60, endReason: null, absent: [], at });
    }
    const { bye } = paired.result!;
    if (bye !== null) fold(state, { kind: 'bye', player: bye, round, reason: 'odd', at });
    fold(state, { kind: 'roundEnded', round, at });
  }
  const ranked = swissStandings(state).map(({ player }) => player);
  return figuresOf({ name: `Swiss of ${count}`, pairing: name, waits: [], cpuMs }, ranked, simulated);
}

/** Plays a Swiss with each kind of pairing. */
export function simulateSwiss(count: number, rounds: number, seed: number): Figures[] {
  return PAIRINGS.map(([name, pairing]) => playSwiss(count, rounds, seed, name, pairing));
}
