import type { Document } from 'bson';
import { decodeDocument, encodeDocument } from './values.ts';

/** Largest message, in bytes (the protocol's limit). */
export const MAX_MESSAGE_BYTES = 48_000_000;
const HEADER_BYTES = 16;

/** The bytes are not a message, so the connection must be closed. */
class FrameError extends Error {}

/** Splits a stream of bytes into whole messages, header included. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;

  /** Adds received bytes and returns the complete messages. Throws FrameError. */
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

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;

/** A received command. */
export interface Request {
  readonly requestId: number;
  readonly command: Document;
  /** Drivers send their first handshake as OP_QUERY and expect an OP_REPLY. */
  readonly isLegacy: boolean;
  /** The client does not wait for a reply (write concern 0). */
  readonly isUnanswered: boolean;
}

/** Parses a whole message. Throws FrameError if it is malformed. */
export function parseMessage(frame: Buffer): Request {
  const requestId = frame.readInt32LE(4);
  const opCode = frame.readInt32LE(12);
  try {
    if (opCode === OP_MSG) return parseMsg(frame, requestId);
    if (opCode === OP_QUERY) return parseQuery(frame, requestId);
  } catch (error) {
    throw new FrameError(`malformed message: ${(error as Error).message}`);
  }
  throw new FrameError(`unknown opcode ${opCode}`);
}

function parseMsg(frame: Buffer, requestId: number): Request {
  const flags = frame.readUInt32LE(16);
  // The protocol requires an error for an unknown bit among the bits 0 to 15.
  if (flags & 0xffff & ~(CHECKSUM_PRESENT | MORE_TO_COME)) throw new FrameError(`unknown flags ${flags}`);
  const end = frame.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  let command: Document | null = null;
  const sequences: [string, Document[]][] = [];
  let at = 20;
  while (at < end) {
    const kind = frame[at++];
    const size = frame.readInt32LE(at);
    if (size < 5 || at + size > end) throw new FrameError('a section goes beyond its message');
    const section = frame.subarray(at, at + size);
    if (kind === 0 && !command) command = decodeDocument(section);
    else if (kind === 1) sequences.push(parseSequence(section));
    else throw new FrameError(`unknown section kind ${kind}`);
    at += size;
  }
  if (!command) throw new FrameError('a message without a command');
  for (const [name, docs] of sequences) command[name] = docs;
  return { requestId, command, isLegacy: false, isUnanswered: (flags & MORE_TO_COME) !== 0 };
}

function parseSequence(section: Buffer): [string, Document[]] {
  const nameEnd = section.indexOf(0, 4);
  if (nameEnd === -1) throw new FrameError('a section without a name');
  const docs: Document[] = [];
  let at = nameEnd + 1;
  while (at < section.length) {
    const size = section.readInt32LE(at);
    if (size < 5 || at + size > section.length) throw new FrameError('a document goes beyond its section');
    docs.push(decodeDocument(section.subarray(at, at + size)));
    at += size;
  }
  return [section.toString('utf8', 4, nameEnd), docs];
}

function parseQuery(frame: Buffer, requestId: number): Request {
  const nameEnd = frame.indexOf(0, 20);
  const ns = frame.toString('utf8', 20, nameEnd);
  const command = decodeDocument(frame.subarray(nameEnd + 9));
  return { requestId, command: { ...command, $db: ns.split('.')[0] }, isLegacy: true, isUnanswered: false };
}

/** Encodes a reply, in the format of its request. */
export function encodeReply(request: Request, reply: Document, requestId: number): Buffer {
  const body = encodeDocument(reply);
  const prefix = request.isLegacy ? 36 : 21;
  const message = Buffer.allocUnsafe(prefix + body.length);
  message.fill(0, 0, prefix);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(requestId, 4);
  message.writeInt32LE(request.requestId, 8);
  message.writeInt32LE(request.isLegacy ? OP_REPLY : OP_MSG, 12);
  if (request.isLegacy) message.writeInt32LE(1, 32);
  message.set(body, prefix);
  return message;
}
