import { networkOf } from './client-network.ts';

/** Counts what each address holds open (an IPv6 /64 is one address), and refuses more than `limit`. */
export class AddressCounts {
  readonly #limit: number;
  readonly #held = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts one more; returns what to call once when it is over, or null where there are enough. */
  take(address: string): (() => void) | null {
    const network = networkOf(address);
    const held = this.#held.get(network) ?? 0;
    if (held >= this.#limit) return null;
    this.#held.set(network, held + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#held.get(network) ?? 1) - 1;
      if (left === 0) this.#held.delete(network);
      else this.#held.set(network, left);
    };
  }

  /** Addresses that hold anything. */
  size(): number {
    return this.#held.size;
  }
}
