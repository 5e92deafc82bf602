/** What an index orders: a key, then the record's row id among equal keys. */
export interface Entry<R extends { rowId: number }> {
  readonly key: string;
  readonly record: R;
}

/** Keys from `low` (inclusive) to `high` (exclusive); undefined means no limit on that side. */
export interface KeyRange {
  readonly low: string | undefined;
  readonly high: string | undefined;
}

const CHUNK = 512;

/** An ordered list in chunks: logarithmic search, and an insertion moves at most one chunk. */
export class SortedList<R extends { rowId: number }> {
  #chunks: Entry<R>[][] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  insert(key: string, record: R): void {
    const entry = { key, record };
    this.#size++;
    if (this.#chunks.length === 0) {
      this.#chunks.push([entry]);
      return;
    }
    const at = Math.min(this.#chunkOf(key, record.rowId), this.#chunks.length - 1);
    const chunk = this.#chunks[at]!;
    chunk.splice(positionIn(chunk, key, record.rowId), 0, entry);
    if (chunk.length > CHUNK) this.#chunks.splice(at + 1, 0, chunk.splice(CHUNK / 2));
  }

  remove(key: string, record: R): void {
    const at = this.#chunkOf(key, record.rowId);
    const chunk = this.#chunks[at];
    if (!chunk) return;
    const position = positionIn(chunk, key, record.rowId);
    if (chunk[position]?.record !== record || chunk[position].key !== key) return;
    chunk.splice(position, 1);
    this.#size--;
    if (chunk.length === 0) this.#chunks.splice(at, 1);
  }

  /** Records whose key lies in the range, in key order or its reverse. */
  *scan(range: KeyRange, reverse = false): Generator<Entry<R>> {
    const [firstChunk, first] = this.#seek(range.low);
    const [lastChunk, last] = range.high === undefined ? [this.#chunks.length, 0] : this.#seek(range.high);
    if (!reverse) {
      for (let c = firstChunk; c <= lastChunk && c < this.#chunks.length; c++) {
        const chunk = this.#chunks[c]!;
        const end = c === lastChunk ? last : chunk.length;
        for (let i = c === firstChunk ? first : 0; i < end; i++) yield chunk[i]!;
      }
      return;
    }
    for (let c = Math.min(lastChunk, this.#chunks.length - 1); c >= firstChunk; c--) {
      const chunk = this.#chunks[c]!;
      const start = c === firstChunk ? first : 0;
      for (let i = (c === lastChunk ? last : chunk.length) - 1; i >= start; i--) yield chunk[i]!;
    }
  }

  /** How many entries the range holds, without walking them. */
  count(range: KeyRange): number {
    const [firstChunk, first] = this.#seek(range.low);
    const [lastChunk, last] = range.high === undefined ? [this.#chunks.length, 0] : this.#seek(range.high);
    if (firstChunk >= lastChunk) return firstChunk === lastChunk ? Math.max(0, last - first) : 0;
    let total = last - first;
    for (let c = firstChunk; c < lastChunk; c++) total += this.#chunks[c]!.length;
    return total;
  }

  #seek(key: string | undefined): [chunk: number, position: number] {
    if (key === undefined) return [0, 0];
    const at = this.#chunkOf(key, -1);
    const chunk = this.#chunks[at];
    return chunk ? [at, positionIn(chunk, key, -1)] : [at, 0];
  }

  /** The first chunk whose last entry is not below (key, rowId). */
  #chunkOf(key: string, rowId: number): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const chunk = this.#chunks[middle]!;
      if (isBelow(chunk[chunk.length - 1]!, key, rowId)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function isBelow<R extends { rowId: number }>(entry: Entry<R>, key: string, rowId: number): boolean {
  return entry.key < key || (entry.key === key && entry.record.rowId < rowId);
}

function positionIn<R extends { rowId: number }>(chunk: Entry<R>[], key: string, rowId: number): number {
  let low = 0;
  let high = chunk.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(chunk[middle]!, key, rowId)) low = middle + 1;
    else high = middle;
  }
  return low;
}
