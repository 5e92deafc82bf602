import { type Pair, pair, type Waiting } from '@doushouqi/pairing';
import {
  type Account,
  isProvisional,
  type LedgerGame,
  NEW_ACCOUNT,
  type RatingRule,
  REPEAT_WINDOW,
  rateForAccounts,
  type Win,
} from '@doushouqi/rating';
import { otherSide, type Winner } from '@doushouqi/rules';

/** A player with a hidden true strength, and the rating after the games. */
export interface Player {
  readonly id: number;
  /** On the scale of ratings. */
  readonly strength: number;
  rating: Account;
  /** Within `REPEAT_WINDOW`. */
  wins: (Win & { endTime: number })[];
  /** End times and opponents of games by link. Within `REPEAT_WINDOW`. */
  byLink: { endTime: number; opponent: string }[];
  games: number;
  colorBalance: number;
  lastOpponent: string | null;
}

/** Pairs the waiting players. */
export type Method = (waiting: readonly Waiting[], now: number) => Pair[];
export const METHODS: Readonly<Record<string, Method>> = {
  'by rating': pair,
  'first come, first served': firstComeFirstServed,
};

function firstComeFirstServed(waiting: readonly Waiting[]): Pair[] {
  return Array.from({ length: Math.floor(waiting.length / 2) }, (_, n) => {
    const [a, b] = [waiting[2 * n]!, waiting[2 * n + 1]!];
    return { pool: a.pool, red: a.userId, blue: b.userId, distance: Math.abs(a.rating - b.rating) };
  });
}

/** Observations of a run. */
export interface Seen {
  /** Seconds. */
  waits: number[];
  distances: number[];
}

/** Wave intervals of the service: normal, and for a full pool. Milliseconds. */
const WAVE_MS = 2_000;
const FULL_POOL = 10;
const FULL_WAVE_MS = 300;
const TICK_MS = 100;
const DRAWS = 0.08;
const SPREAD = 300;
/** Players per group of friends, who play each other by link. */
const GROUP = 5;
/** Share of games that end early, independent of strength. */
const EARLY = 0.02;
/** Simulated time begins here, epoch ms. */
const BEGIN = 1_700_000_000_000;

/** Returns a seeded generator of numbers from 0 to 1. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

/** Returns a standard normal number. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
}

/** Players who arrive at one pool repeatedly and equally often. */
export class World {
  readonly players: readonly Player[];
  readonly #method: Method;
  readonly #random: () => number;
  readonly #rule: { rule?: RatingRule };
  readonly #linked: number;
  readonly #waiting = new Map<string, Waiting>();
  #deck: number[] = [];
  #now = BEGIN;
  #lastWave = BEGIN;

  /**
   * Without a rule, games are rated without weights. `linked`: the share of arrivals, 0 to 1, that play a friend by
   * link at once instead of joining the queue.
   */
  constructor(size: number, method: Method, seed: number, rule?: RatingRule, linked = 0) {
    this.#method = method;
    this.#linked = linked;
    this.#rule = rule === undefined ? {} : { rule };
    this.#random = createRandom(seed);
    this.players = Array.from({ length: size }, (_, id) => ({
      id,
      strength: 1_500 + SPREAD * normal(this.#random),
      rating: NEW_ACCOUNT,
      wins: [],
      byLink: [],
      games: 0,
      colorBalance: 0,
      lastOpponent: null,
    }));
  }

  /** Simulates arrivals, `perSecond` on average, until at most one player waits. */
  run(arrivals: number, perSecond: number): Seen {
    const seen: Seen = { waits: [], distances: [] };
    let come = 0;
    let next = this.#now;
    while (come < arrivals || this.#waiting.size > 1) {
      this.#now += TICK_MS;
      while (come < arrivals && next <= this.#now) {
        this.#arrive(next);
        come++;
        next -= (Math.log(this.#random()) / perSecond) * 1_000;
      }
      this.#waveIfDue(seen);
    }
    this.#waiting.clear();
    return seen;
  }

  /** Lets time pass without games. */
  rest(ms: number): void {
    this.#now += ms;
  }

  /** Returns the next player of a shuffled deck, so that all play equally often. */
  #draw(): Player {
    if (this.#deck.length === 0) {
      this.#deck = this.players.map(({ id }) => id);
      for (let i = this.#deck.length - 1; i > 0; i--) {
        const other = Math.floor(this.#random() * (i + 1));
        [this.#deck[i], this.#deck[other]] = [this.#deck[other]!, this.#deck[i]!];
      }
    }
    return this.players[this.#deck.pop()!]!;
  }

  #arrive(since: number): void {
    const player = this.#draw();
    const { id, rating, colorBalance, lastOpponent } = player;
    const userId = String(id);
    if (this.#waiting.has(userId)) return;
    if (this.#linked > 0 && this.#random() < this.#linked) {
      this.#playFriend(player);
      return;
    }
    this.#waiting.set(userId, {
      userId,
      pool: '5+3:rated',
      rating: rating.rating,
      provisional: isProvisional(rating, this.#now),
      since,
      colorBalance,
      recentOpponents: lastOpponent === null ? [] : [lastOpponent],
      blocked: new Set(),
    });
  }

  /** Plays a friend of any strength; none if the friend waits in the queue. */
  #playFriend({ id }: Player): void {
    const place = Math.floor(this.#random() * (GROUP - 1));
    const first = id - (id % GROUP);
    const friend = first + ((id - first + 1 + place) % GROUP);
    if (this.#waiting.has(String(friend))) return;
    const [red, blue] = this.#random() < 1 / 2 ? [id, friend] : [friend, id];
    this.#rate(String(red), String(blue), true);
  }

  #waveIfDue(seen: Seen): void {
    const patience = this.#waiting.size >= FULL_POOL ? FULL_WAVE_MS : WAVE_MS;
    if (this.#now - this.#lastWave < patience) return;
    this.#lastWave = this.#now;
    for (const found of this.#method([...this.#waiting.values()], this.#now)) this.#play(found, seen);
  }

  #play({ red, blue, distance }: Pair, seen: Seen): void {
    for (const userId of [red, blue]) {
      seen.waits.push((this.#now - this.#waiting.get(userId)!.since) / 1_000);
      this.#waiting.delete(userId);
    }
    seen.distances.push(distance);
    this.#rate(red, blue, false);
  }

  #rate(red: string, blue: string, isByLink: boolean): void {
    const [one, other] = [this.players[Number(red)]!, this.players[Number(blue)]!];
    const isEarly = this.#random() < EARLY;
    const winner = isEarly ? (this.#random() < 1 / 2 ? 'red' : 'blue') : this.#winner(one, other);
    const game: LedgerGame = {
      winner,
      plies: isEarly ? 6 : 60,
      endTime: this.#now,
      ...this.#rule,
      ...(isByLink && { isArranged: true }),
    };
    const ofWinner = winner === 'draw' ? [] : this.#recentWins(winner === 'red' ? one : other);
    const [byRed, byBlue] = [this.#recentByLink(one), this.#recentByLink(other)];
    const rated = rateForAccounts(one.rating, other.rating, game, {
      ofPair: byRed.filter(({ opponent }) => opponent === blue).length,
      ofWinner,
      arranged: { red: byRed.length, blue: byBlue.length },
    });
    if (isByLink) {
      byRed.push({ endTime: this.#now, opponent: blue });
      byBlue.push({ endTime: this.#now, opponent: red });
    }
    if (winner !== 'draw') {
      const { deviation } = rated[otherSide(winner)].change.before;
      ofWinner.push({ endTime: this.#now, plies: game.plies, opponentDeviation: deviation });
    }
    for (const [player, account, opponent, color] of [
      [one, rated.red.account, blue, 1],
      [other, rated.blue.account, red, -1],
    ] as const) {
      player.rating = account;
      player.games++;
      player.colorBalance += color;
      player.lastOpponent = opponent;
    }
  }

  #recentWins(player: Player): Player['wins'] {
    player.wins = player.wins.filter(({ endTime }) => endTime > this.#now - REPEAT_WINDOW);
    return player.wins;
  }

  #recentByLink(player: Player): Player['byLink'] {
    player.byLink = player.byLink.filter(({ endTime }) => endTime > this.#now - REPEAT_WINDOW);
    return player.byLink;
  }

  /** By the true strengths. */
  #winner(red: Player, blue: Player): Winner {
    if (this.#random() < DRAWS) return 'draw';
    return this.#random() < 1 / (1 + 10 ** ((blue.strength - red.strength) / 400)) ? 'red' : 'blue';
  }
}
