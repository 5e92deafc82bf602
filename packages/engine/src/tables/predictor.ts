/**
 * Predicts each bit from previous ones, for an arithmetic coder: each context has its own probability, and a small
 * linear model weighs them in the logistic domain (as in the PAQ family). Uses integers only, so that coder and
 * decoder agree on every machine.
 */

/** Number of weighed contexts. */
export const CONTEXT_COUNT = 6;
/** log2 of the number of probability slots per context; contexts are hashed. */
const SLOT_BITS = 18;
/** Number of weight sets, and number of places in a symbol with their own weights. */
const SELECTORS = 16;
export const NODES = 144;
const LEARNING_SHIFT = 13;
const WEIGHT_LIMIT = 1 << 19;
/** After this many bits the adaptation rate of a probability is constant. */
const RATES = Int32Array.from({ length: 10 }, (_, seen) => Math.floor(32_768 / (seen + 1.5)));

/**
 * Logistic function of n / 256 for n from -2048 to 2047, in 1/4096. No value before rounding is so close to a step
 * that the last bit of `exp`, in which engines differ, could matter; the same holds for `STRETCH`.
 */
const SQUASH = Int32Array.from({ length: 4096 }, (_, at) => {
  const p = Math.floor(4096 / (1 + Math.exp((2048 - at) / 256)));
  return Math.min(4094, Math.max(1, p));
});

/** The inverse: ln(p / (1 - p)) * 256 for p in 1/4096. */
const STRETCH = Int32Array.from({ length: 4096 }, (_, at) => {
  const p = (at + 0.5) / 4096;
  return Math.round(Math.log(p / (1 - p)) * 256);
});

export class Predictor {
  /** Contexts of the next symbol. The caller sets them before each symbol. */
  readonly contexts: Int32Array = new Int32Array(CONTEXT_COUNT);
  /** Weight set of the next symbol, 0 to 15. */
  selector = 0;
  readonly #odds = new Uint16Array(CONTEXT_COUNT << SLOT_BITS).fill(32_768);
  readonly #seen = new Uint8Array(CONTEXT_COUNT << SLOT_BITS);
  readonly #weights = new Int32Array(NODES * SELECTORS * CONTEXT_COUNT).fill(16_384);
  readonly #slots = new Int32Array(CONTEXT_COUNT);
  readonly #inputs = new Int32Array(CONTEXT_COUNT);
  #weightsAt = 0;
  #probability = 0;

  /** Returns the probability that the next bit is 1, in 1/4096, never 0 or 1. `node`: the place in the symbol. */
  predict(node: number): number {
    const weightsAt = (node * SELECTORS + this.selector) * CONTEXT_COUNT;
    let sum = 0;
    for (let index = 0; index < CONTEXT_COUNT; index++) {
      const hash = this.contexts[index]! + Math.imul(node, 0x9e3779b1);
      const slot = (index << SLOT_BITS) | (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> (32 - SLOT_BITS));
      const input = STRETCH[this.#odds[slot]! >> 4]!;
      this.#slots[index] = slot;
      this.#inputs[index] = input;
      sum += (this.#weights[weightsAt + index]! * input) >> 8;
    }
    this.#weightsAt = weightsAt;
    this.#probability = SQUASH[Math.min(4095, Math.max(0, (sum >> 8) + 2048))]!;
    return this.#probability;
  }

  /** Adapts to the bit that `predict` predicted. */
  update(bit: number): void {
    const error = (bit << 12) - this.#probability;
    const target = bit === 1 ? 65_535 : 0;
    for (let index = 0; index < CONTEXT_COUNT; index++) {
      const at = this.#weightsAt + index;
      const step = (this.#inputs[index]! * error + (1 << (LEARNING_SHIFT - 1))) >> LEARNING_SHIFT;
      this.#weights[at] = Math.min(WEIGHT_LIMIT, Math.max(-WEIGHT_LIMIT, this.#weights[at]! + step));
      const slot = this.#slots[index]!;
      const seen = this.#seen[slot]!;
      const odds = this.#odds[slot]!;
      this.#odds[slot] = odds + (((target - odds) * RATES[seen]!) >> 15);
      if (seen < RATES.length - 1) this.#seen[slot] = seen + 1;
    }
  }
}
