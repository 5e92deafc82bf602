/** Binary arithmetic coder with 32-bit bounds. */

/** Writes or reads one bit after the other. */
export interface BitCoder {
  /** `odds`: probability of a 1 in 1/4096. A writer writes `bit`; a reader ignores it and returns the stored bit. */
  code(odds: number, bit: number): number;
}

/** Reader and writer narrow the same bounds; values above the split mean 0. */
function splitOf(low: number, high: number, odds: number): number {
  return low + ((high - low) >>> 12) * odds;
}

export class BitWriter implements BitCoder {
  readonly #bytes: number[] = [];
  #low = 0;
  #high = 0xffff_ffff;

  code(odds: number, bit: number): number {
    const split = splitOf(this.#low, this.#high, odds);
    if (bit === 1) this.#high = split;
    else this.#low = split + 1;
    while ((this.#low ^ this.#high) >>> 24 === 0) this.#shift();
    return bit;
  }

  /** Returns all bytes. Nothing can be written afterwards. */
  end(): Uint8Array {
    for (let index = 0; index < 4; index++) this.#shift();
    return Uint8Array.from(this.#bytes);
  }

  #shift(): void {
    this.#bytes.push(this.#low >>> 24);
    this.#low = (this.#low << 8) >>> 0;
    this.#high = ((this.#high << 8) | 255) >>> 0;
  }
}

export class BitReader implements BitCoder {
  readonly #bytes: Uint8Array;
  #at: number;
  #low = 0;
  #high = 0xffff_ffff;
  #window = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
    for (let index = 0; index < 4; index++) this.#take();
  }

  code(odds: number): number {
    const split = splitOf(this.#low, this.#high, odds);
    const bit = this.#window <= split ? 1 : 0;
    if (bit === 1) this.#high = split;
    else this.#low = split + 1;
    while ((this.#low ^ this.#high) >>> 24 === 0) {
      this.#low = (this.#low << 8) >>> 0;
      this.#high = ((this.#high << 8) | 255) >>> 0;
      this.#take();
    }
    return bit;
  }

  /** A truncated file reads as if zeros followed; the checksum detects it. */
  #take(): void {
    this.#window = ((this.#window << 8) | (this.#bytes[this.#at++] ?? 0)) >>> 0;
  }
}
