/** Largest message, in bytes (the protocol's limit). */
export const MAX_MESSAGE_BYTES = 48_000_000;
const HEADER_BYTES = 16;

/** The bytes cannot be a message: the connection has to be closed. */
export class FrameError extends Error {}

/** Cuts a stream of bytes into whole messages, header included. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;

  /** Takes what arrived and gives the messages that are complete. Throws FrameError. */
  push(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const frames: Buffer[] = [];
    for (let size = this.#nextSize(); size !== null && this.#length >= size; size = this.#nextSize()) {
      frames.push(this.#take(size));
    }
    return frames;
  }

  #nextSize(): number | null {
    if (this.#length < HEADER_BYTES) return null;
    if (this.#chunks[0]!.length < HEADER_BYTES) this.#chunks = [Buffer.concat(this.#chunks)];
    const size = this.#chunks[0]!.readInt32LE(0);
    if (size < HEADER_BYTES || size > MAX_MESSAGE_BYTES)
      throw new FrameError(`message length ${size} is out of bounds`);
    return size;
  }

  #take(size: number): Buffer {
    const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    const rest = all.subarray(size);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#length = rest.length;
    return all.subarray(0, size);
  }
}
