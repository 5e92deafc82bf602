import { perfectMatching } from '../matching/matching.ts';
import { type BracketShape, criteriaOf, criteriaOfBye, mayMeet, packed } from './criteria.ts';
import type { SwissPlayer } from './players.ts';

/** A bracket and all that its pairing must leave room for. Players by rank; indices refer to `players`. */
export interface Bracket {
  /** Unpaired players: those moved down, then the scoregroup, the next scoregroup, and all below. */
  players: readonly SwissPlayer[];
  movedDown: number;
  /** End of the scoregroup, and of the next one. */
  end: number;
  nextEnd: number;
  /** Score of the players who may have the bye; null for an even number. */
  byeScore: number | null;
}

type Pair = readonly [higher: number, lower: number];

/** Additional weights of a pair for the order of equally good pairings, most significant first. */
interface Order {
  limbs: number;
  of(pair: Pair): readonly number[];
}

interface Candidate {
  pair: Pair;
  criteria: readonly number[];
}

const NO_ORDER: Order = { limbs: 0, of: () => [] };

/** The vertex of the bye: the opponent of the player without opponent. */
function byeOf({ players }: Bracket): number {
  return players.length;
}

function shapeOf({ players, end, nextEnd }: Bracket): BracketShape {
  return { size: nextEnd, scores: [...new Set(players.slice(0, end).map(({ score }) => score))] };
}

function candidatesOf(bracket: Bracket): Candidate[] {
  const { players, end, nextEnd, byeScore } = bracket;
  const shape = shapeOf(bracket);
  const greatest = Math.max(nextEnd, ...players.map(({ sides }) => sides.length));
  const none = packed(criteriaOf(players[0]!, players[0]!, 'below', shape), greatest);
  const length = criteriaOf(players[0]!, players[0]!, 'below', shape).length;
  const candidates: Candidate[] = [];
  for (const [low, lower] of players.entries()) {
    for (let high = 0; high < low; high += 1) {
      const higher = players[high]!;
      if (!mayMeet(higher, lower)) continue;
      const place = low < end ? 'bracket' : low < nextEnd ? 'next' : 'below';
      const criteria = place === 'below' ? none : packed(criteriaOf(higher, lower, place, shape), greatest);
      candidates.push({ pair: [high, low], criteria });
    }
    if (lower.score !== byeScore || lower.hadFreeWin) continue;
    const criteria = packed(criteriaOfBye(lower, low < end, length, shape), greatest);
    candidates.push({ pair: [low, byeOf(bracket)], criteria });
  }
  return candidates;
}

interface Best {
  /** The partner of each vertex. */
  mates: Map<number, number>;
  /** Pairs that are possible in equally good pairings. */
  candidates: Candidate[];
}

/** Returns the best pairing of all vertices, or null if none exists. */
function best(vertices: readonly number[], candidates: readonly Candidate[], order: Order): Best | null {
  const places = new Map(vertices.map((vertex, place) => [vertex, place]));
  const limbs = (candidates[0]?.criteria.length ?? 0) + order.limbs;
  const ends = new Int32Array(2 * candidates.length);
  const weights = new Float64Array(limbs * candidates.length);
  for (const [n, { pair, criteria }] of candidates.entries()) {
    ends[2 * n] = places.get(pair[0])!;
    ends[2 * n + 1] = places.get(pair[1])!;
    weights.set(criteria, n * limbs);
    if (order.limbs > 0) weights.set(order.of(pair), n * limbs + criteria.length);
  }
  const found = perfectMatching({ size: vertices.length, limbs, ends, weights });
  return (
    found && {
      mates: new Map(vertices.map((vertex, place) => [vertex, vertices[found.mates[place]!]!])),
      candidates: candidates.filter((_, edge) => found.isCandidate(edge)),
    }
  );
}

/** Bits of each limb of an order; see `PACKED_BITS`. */
const ORDER_BITS = 30;

function bits(count: number): number {
  return Math.ceil(count / ORDER_BITS);
}

/** Weights for one of `count` flags, the first one most significant. */
function flag(index: number, count: number): number[] {
  return Array.from({ length: bits(count) }, (_, limb) =>
    Math.floor(index / ORDER_BITS) === limb ? 2 ** (ORDER_BITS - 1 - (index % ORDER_BITS)) : 0,
  );
}

/** An order of `count` numbers of 0 to `greatest`, the first one most significant: `of(index, value)` are the weights of one. */
function digits(count: number, greatest: number) {
  const perLimb = Math.max(1, Math.floor(ORDER_BITS / Math.log2(greatest + 1)));
  const limbs = Math.ceil(count / perLimb);
  return {
    limbs,
    of: (index: number, value: number) => {
      const weights = Array<number>(limbs).fill(0);
      weights[Math.floor(index / perLimb)] = value * (greatest + 1) ** (perLimb - 1 - (index % perLimb));
      return weights;
    },
  };
}

/**
 * Moved-down players first: which of them are paired, the higher ones if possible, then their opponents, the highest first
 * (article 4.4).
 */
function movedDownOrder({ movedDown, end }: Bracket): Order {
  const opponents = digits(movedDown, end - movedDown);
  const noFlags = Array<number>(bits(movedDown)).fill(0);
  const none = [...noFlags, ...Array<number>(opponents.limbs).fill(0)];
  return {
    limbs: none.length,
    of: ([higher, lower]) =>
      higher < movedDown && lower >= movedDown && lower < end
        ? [...flag(higher, movedDown), ...opponents.of(higher, end - lower)]
        : none,
  };
}

/** Fewest exchanges between the halves of the remainder, then the least difference of the exchanged places (article 4.3). */
function exchangeOrder(places: ReadonlyMap<number, number>, pairs: number): Order {
  return {
    limbs: 2,
    of: ([higher, lower]) => {
      const place = places.get(higher);
      if (place === undefined || !places.has(lower)) return [0, 0];
      return [place < pairs ? 1 : 0, places.size - place];
    },
  };
}

/** Which players are exchanged: the lowest ones of the upper half, then the highest ones of the lower half. */
function exchangedOrder(places: ReadonlyMap<number, number>, pairs: number): Order {
  const zero = Array<number>(bits(pairs) + bits(places.size - pairs)).fill(0);
  return {
    limbs: zero.length,
    of: ([higher, lower]) => {
      const place = places.get(higher);
      if (place === undefined || !places.has(lower)) return zero;
      const isUpper = place < pairs;
      const upper = isUpper ? flag(pairs - 1 - place, pairs).map((bit) => -bit) : zero.slice(0, bits(pairs));
      return [...upper, ...(isUpper ? zero.slice(bits(pairs)) : flag(place - pairs, places.size - pairs))];
    },
  };
}

function joinOrders(a: Order, b: Order): Order {
  return { limbs: a.limbs + b.limbs, of: (pair) => [...a.of(pair), ...b.of(pair)] };
}

/** The opponents of the first half in order, each the highest one that is possible (article 4.2). */
function transpositionOrder(first: readonly number[], second: readonly number[]): Order {
  const places = new Map(first.map((vertex, place) => [vertex, place]));
  const ranks = new Map(second.map((vertex, rank) => [vertex, second.length - rank]));
  const opponents = digits(first.length, second.length);
  const none = Array<number>(opponents.limbs).fill(0);
  return {
    limbs: opponents.limbs,
    of: ([higher, lower]) => {
      const [place, rank] = [places.get(higher), ranks.get(lower)];
      return place === undefined || rank === undefined ? none : opponents.of(place, rank);
    },
  };
}

/** The search for the pairing of a bracket: each step fixes a part of it. */
class BracketSearch {
  readonly #bracket: Bracket;
  #candidates: Candidate[];
  #vertices: number[];
  #mates = new Map<number, number>();
  readonly pairs: Pair[] = [];

  constructor(bracket: Bracket) {
    this.#bracket = bracket;
    this.#candidates = candidatesOf(bracket);
    this.#vertices = [...bracket.players.keys(), ...(bracket.byeScore === null ? [] : [byeOf(bracket)])];
  }

  /** Returns false if no pairing of all players exists. */
  search(order: Order): boolean {
    const found = best(this.#vertices, this.#candidates, order);
    if (found === null) return false;
    this.#mates = found.mates;
    this.#candidates = found.candidates;
    return true;
  }

  #fix(fixed: readonly Pair[]): void {
    this.pairs.push(...fixed);
    const gone = new Set(fixed.flat());
    this.#vertices = this.#vertices.filter((vertex) => !gone.has(vertex));
    this.#candidates = this.#candidates.filter(({ pair }) => !gone.has(pair[0]) && !gone.has(pair[1]));
  }

  /** Pairs of the current matching whose players are both between two places of the bracket. */
  #pairsFrom(start: number): Pair[] {
    const { end } = this.#bracket;
    return this.#vertices.flatMap((vertex): Pair[] => {
      const mate = this.#mates.get(vertex)!;
      return vertex >= start && vertex < mate && mate < end ? [[vertex, mate]] : [];
    });
  }

  pairMovedDown(): void {
    const { movedDown } = this.#bracket;
    if (movedDown === 0) return;
    this.search(movedDownOrder(this.#bracket));
    this.#fix(this.#pairsFrom(0).filter(([higher]) => higher < movedDown));
  }

  pairRemainder(): void {
    const { movedDown, end } = this.#bracket;
    const remainder = this.#vertices.filter((vertex) => vertex >= movedDown && vertex < end);
    const pairs = this.#pairsFrom(movedDown).length;
    if (pairs === 0) return;
    if (this.#isFirstChoiceBest(remainder, pairs)) {
      this.#fix(Array.from({ length: pairs }, (_, n) => [remainder[n]!, remainder[n + pairs]!] as const));
      return;
    }
    if (remainder.length === 2 * pairs) this.#leaveOut(remainder);
    const places = new Map(remainder.map((vertex, place) => [vertex, place]));
    const exchange = exchangeOrder(places, pairs);
    this.search(exchange);
    const isUpper = ([higher]: Pair) => places.get(higher)! < pairs;
    if (!this.#pairsFrom(movedDown).every(isUpper)) {
      this.search(joinOrders(exchange, exchangedOrder(places, pairs)));
    }
    const first = this.#pairsFrom(movedDown).map(([higher]) => higher);
    this.#transpose(
      first,
      remainder.filter((vertex) => !first.includes(vertex)),
    );
    this.#fix(this.#pairsFrom(movedDown));
  }

  /** Leaves all other players out: how a remainder is paired within itself does not concern them. */
  #leaveOut(remainder: readonly number[]): void {
    const isInside = new Set(remainder);
    this.#vertices = [...remainder];
    this.#candidates = this.#candidates.filter(({ pair }) => isInside.has(pair[0]) && isInside.has(pair[1]));
  }

  /** Whether the first pairing to try, upper half against lower half in order, is as good as the current matching. */
  #isFirstChoiceBest(remainder: readonly number[], pairs: number): boolean {
    const { movedDown, end } = this.#bracket;
    const current = this.#pairsFrom(movedDown);
    const chosen = remainder.slice(0, pairs).map((vertex, n): Pair => [vertex, remainder[n + pairs]!]);
    const paired = new Set(current.flat());
    if (!chosen.flat().every((vertex) => paired.has(vertex))) return false;
    const criteria = new Map<number, readonly number[]>();
    for (const { pair, criteria: values } of this.#candidates) {
      if (pair[0] >= movedDown && pair[1] < end) criteria.set(pair[0] * end + pair[1], values);
    }
    const total = (all: readonly Pair[]) =>
      all
        .map(([higher, lower]) => criteria.get(higher * end + lower) ?? null)
        .reduce((sum, values) => sum && values && sum.map((value, n) => value + values[n]!));
    return String(total(chosen)) === String(total(current));
  }

  #transpose(first: readonly number[], second: readonly number[]): void {
    if (first.every((vertex, n) => this.#mates.get(vertex) === second[n])) return;
    const isFirst = new Set(first);
    const isSecond = new Set(second);
    this.#candidates = this.#candidates.filter(({ pair: [higher, lower] }) => {
      const isInside = (vertex: number) => isFirst.has(vertex) || isSecond.has(vertex);
      return !isInside(higher) || !isInside(lower) || (isFirst.has(higher) && isSecond.has(lower));
    });
    this.search(transpositionOrder(first, second));
  }
}

/** Returns the pairs of a bracket, or null if no pairing of all players exists. The other players move down. */
export function pairBracket(bracket: Bracket): Pair[] | null {
  const search = new BracketSearch(bracket);
  if (!search.search(NO_ORDER)) return null;
  search.pairMovedDown();
  search.pairRemainder();
  return search.pairs;
}
