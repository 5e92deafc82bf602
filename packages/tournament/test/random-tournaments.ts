/** Random tournaments as lists of events, and the events in another order. */
import type { EndReason, Side } from '@doushouqi/rules';
import {
  arenaStandings,
  type Bye,
  type Finished,
  type FreePlayer,
  fold,
  freePlayers,
  lateByes,
  mayEnter,
  mayRequestBye,
  newTournament,
  type Paired,
  pairRound,
  pairWave,
  swissPlayers,
  type TournamentEvent,
  type TournamentState,
  type WavePair,
} from '../src/index.ts';

export type Random = () => number;

/** Returns a generator of numbers in [0, 1), reproducible by seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function below(random: Random, end: number): number {
  return Math.floor(random() * end);
}

/** A tournament that folds its events and keeps them. */
export class Recorder {
  readonly events: TournamentEvent[] = [];
  readonly state: TournamentState;
  readonly #random: Random;
  #at = 1_000_000;

  constructor(kind: 'arena' | 'swiss', random: Random) {
    this.state = newTournament(kind);
    this.#random = random;
  }

  get now(): number {
    return this.#at;
  }

  wait(ms: number): void {
    this.#at += ms;
  }

  add(event: TournamentEvent): void {
    this.events.push(event);
    fold(this.state, event);
    this.#at += 1;
  }

  join(player: string): void {
    const rating = this.state.players.get(player)?.rating ?? 1_000 + below(this.#random, 1_000);
    this.add({ kind: 'joined', player, rating, at: this.now });
  }

  pair({ red, blue }: WavePair, game: string, round?: number): Paired {
    const event: Paired = { kind: 'paired', game, red, blue, at: this.now, ...(round && { round }) };
    this.add(event);
    return event;
  }

  /** Ends a game: 5 % without a first move, 2 % as no game, many short draws. */
  finish({ game }: Paired, mayBeNone: boolean): void {
    const chance = this.#random();
    const absent: Side[] =
      chance < 0.02 ? ['red'] : chance < 0.04 ? ['blue'] : chance < 0.05 ? ['red', 'blue'] : [];
    const isNone = absent.length > 0 || (mayBeNone && chance > 0.98);
    const winner = isNone ? null : chance < 0.4 ? 'red' : chance < 0.7 ? 'blue' : 'draw';
    const endReason: EndReason | null = isNone ? null : winner === 'draw' ? 'DRAW_AGREED' : 'DEN_CAPTURED';
    this.add({
      kind: 'finished',
      game,
      winner,
      plies: below(this.#random, 60),
      endReason,
      absent,
      at: this.now,
    });
  }
}

function startRound(recorder: Recorder, round: number, rounds: number, random: Random): void {
  const { state } = recorder;
  recorder.add({ kind: 'roundStarted', round, at: recorder.now });
  if (mayEnter({ ...state, round: round - 1 }, rounds) && random() < 0.3) {
    recorder.join(`late${round}`);
    for (const bye of lateByes(`late${round}`, round - 1, recorder.now)) recorder.add(bye);
  }
  for (const player of [...state.players.values()]) {
    if (player.status !== 'active') continue;
    if (random() < 0.02) recorder.add({ kind: 'left', player: player.id, at: recorder.now });
    else if (mayRequestBye(player, round) && random() < 0.03) {
      recorder.add({ kind: 'bye', player: player.id, round, reason: 'requested', at: recorder.now });
    }
  }
}

/** Plays a Swiss with byes, late entries, withdrawals and forfeits, until a round has no pairing. */
export function playSwiss(random: Random, players: number, rounds: number): Recorder {
  const recorder = new Recorder('swiss', random);
  for (let n = 0; n < players; n += 1) recorder.join(`p${n}`);
  for (let round = 1; round <= rounds; round += 1) {
    startRound(recorder, round, rounds, random);
    const pairing = pairRound(swissPlayers(recorder.state, round));
    if (pairing === null) break;
    const games = pairing.pairs.map((pair, n) => recorder.pair(pair, `${round}.${n}`, round));
    if (pairing.bye !== null) {
      recorder.add({ kind: 'bye', player: pairing.bye, round, reason: 'odd', at: recorder.now });
    }
    for (const game of games) recorder.finish(game, false);
    recorder.add({ kind: 'roundEnded', round, at: recorder.now });
  }
  return recorder;
}

/** What a wave was made from. */
export interface Wave {
  free: readonly FreePlayer[];
  pairs: readonly WavePair[];
}

/** Plays an arena in waves, with pauses, returns and late entries. */
export function playArena(
  random: Random,
  players: number,
  waves: number,
): { recorder: Recorder; waves: Wave[] } {
  const recorder = new Recorder('arena', random);
  const { state } = recorder;
  const seen: Wave[] = [];
  for (let n = 0; n < players; n += 1) recorder.join(`p${n}`);
  for (let wave = 0; wave < waves; wave += 1) {
    recorder.wait(3_000);
    if (random() < 0.1) recorder.join(`late${wave}`);
    for (const game of [...state.games.values()]) if (random() < 0.3) recorder.finish(game, true);
    for (const { id, status } of [...state.players.values()]) {
      if (status === 'active' && random() < 0.01)
        recorder.add({ kind: 'paused', player: id, at: recorder.now });
      if (status === 'paused' && random() < 0.3) recorder.join(id);
    }
    const free = freePlayers(state, arenaStandings(state));
    const pairs = pairWave(free, recorder.now);
    seen.push({ free, pairs });
    for (const [n, pair] of pairs.entries()) recorder.pair(pair, `${wave}.${n}`);
  }
  return { recorder, waves: seen };
}

/** Returns the events in another order: entries first, then games in any order, each game with its events in order. */
export function shuffled(events: readonly TournamentEvent[], random: Random): TournamentEvent[] {
  const first = new Set<string>();
  const entries = events.filter((event) => {
    const isEntry = event.kind === 'joined' && !first.has(event.player);
    if (isEntry) first.add(event.player);
    return isEntry;
  });
  const isEntry = new Set<TournamentEvent>(entries);
  const queues = new Map<string, TournamentEvent[]>();
  for (const event of events) {
    if (isEntry.has(event)) continue;
    const key = event.kind === 'paired' || event.kind === 'finished' ? event.game : `${queues.size}`;
    queues.set(key, [...(queues.get(key) ?? []), event]);
  }
  const order = [...queues.values()].flatMap((queue) => {
    const places = queue.map(() => random()).sort((a, b) => a - b);
    return queue.map((event, n) => ({ event, place: places[n]! }));
  });
  return [...entries, ...order.sort((a, b) => a.place - b.place).map(({ event }) => event)];
}

export function gamesOf(
  events: readonly TournamentEvent[],
): { paired: Paired; finished: Finished | undefined }[] {
  const ends = new Map(events.flatMap((event) => (event.kind === 'finished' ? [[event.game, event]] : [])));
  return events.flatMap((event) =>
    event.kind === 'paired' ? [{ paired: event, finished: ends.get(event.game) }] : [],
  );
}

export function byesOf(events: readonly TournamentEvent[]): Bye[] {
  return events.flatMap((event) => (event.kind === 'bye' ? [event] : []));
}
