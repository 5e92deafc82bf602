import { perfectMatching } from '../matching/matching.ts';
import { type BracketShape, criteriaOf, criteriaOfBye, mayMeet, packed } from './criteria.ts';
import {
  exchangedOrder,
  exchangeOrder,
  joinOrders,
  movedDownOrder,
  NO_ORDER,
  type Order,
  type Pair,
  transpositionOrder,
} from './orders.ts';
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

interface Candidate {
  pair: Pair;
  criteria: readonly number[];
}

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
    const { movedDown, end } = this.#bracket;
    if (movedDown === 0) return;
    this.search(movedDownOrder(movedDown, end));
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
