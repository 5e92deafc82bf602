/**
 * Orders of equally good pairings of a bracket (FIDE Handbook C.04.3) as additional weights of pairs. The first pairing
 * in the order has the greatest weight.
 */
export type Pair = readonly [higher: number, lower: number];

/** Additional weights of a pair for the order of equally good pairings, most significant first. */
export interface Order {
  limbs: number;
  of(pair: Pair): readonly number[];
}

export const NO_ORDER: Order = { limbs: 0, of: () => [] };

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

/** Moved-down players first: which of them are paired, the higher ones if possible, then their opponents, the highest first. */
export function movedDownOrder(movedDown: number, end: number): Order {
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

/** Fewest exchanges between the halves of the remainder, then the least difference of the exchanged places. */
export function exchangeOrder(places: ReadonlyMap<number, number>, pairs: number): Order {
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
export function exchangedOrder(places: ReadonlyMap<number, number>, pairs: number): Order {
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

export function joinOrders(a: Order, b: Order): Order {
  return { limbs: a.limbs + b.limbs, of: (pair) => [...a.of(pair), ...b.of(pair)] };
}

/** The opponents of the first half in order, each the highest one that is possible. */
export function transpositionOrder(first: readonly number[], second: readonly number[]): Order {
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
