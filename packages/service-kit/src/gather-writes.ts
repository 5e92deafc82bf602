import type { Duplex } from 'node:stream';
import { Cluster, type Redis } from 'ioredis';
import type { RedisClient } from './redis.ts';

type Written = (error?: Error | null) => void;
/** Sees to it that `flush` is called when what was gathered is to leave. */
type Schedule = (stream: Gathering) => void;

const SCHEDULE = Symbol('schedule');
const GATHERS = Symbol('gathers');

interface Gathering extends Duplex {
  [SCHEDULE]: Schedule;
  [GATHERS]: boolean;
}

function flush(stream: Gathering): void {
  stream[GATHERS] = false;
  stream.uncork();
}

/** The `write` of a stream that gathers: one function for all, as thousands of websockets need no closures of their own. */
function write(
  this: Gathering,
  chunk: unknown,
  encoding?: BufferEncoding | Written,
  written?: Written,
): boolean {
  if (!this[GATHERS]) {
    this[GATHERS] = true;
    this.cork();
    this[SCHEDULE](this);
  }
  const done = typeof encoding === 'function' ? encoding : written;
  if (done) process.nextTick(done);
  return writeNow.call(this, chunk, typeof encoding === 'string' ? encoding : undefined);
}

function writeNow(this: Duplex, chunk: unknown, encoding?: BufferEncoding): boolean {
  const { write: itsOwn } = Object.getPrototypeOf(this) as { write: typeof writeNow };
  return itsOwn.call(this, chunk, encoding);
}

/**
 * Lets what is written to a stream until `schedule` has it flushed leave in one write: one system call here, and one for
 * whoever reads it. A write counts as done once it is in the stream's buffer, so that a sender who waits for one
 * message before the next (engine.io does) still gets both into the same write. That gives up nothing: what is
 * written to a connection that breaks is lost either way, and the stream says that it broke. What waits for a peer that
 * does not read is in the stream's `writableLength`; whoever sends to strangers bounds it (`Backlog` in realtime).
 *
 * `npm run bench:rooms` beside the same product with GATHER_WRITES=false: 5 to 30 % less CPU for a move on nodes that
 * have all that they can do, no difference at 300 moves a second.
 */
function gatherWrites(stream: Duplex, schedule: Schedule): void {
  Object.assign(stream, { write, [SCHEDULE]: schedule, [GATHERS]: false });
}

function flushAfterTurn(stream: Gathering): void {
  setImmediate(flush, stream);
}

/** Gathers what is written in one turn of the event loop. */
export function writeOncePerTurn(stream: Duplex): void {
  gatherWrites(stream, flushAfterTurn);
}

/**
 * Writes to a stream, whether it gathers or not, without waiting for more; behind what it has gathered already. For one
 * message to each of many streams, where there is nothing to gather.
 */
export function writeAtOnce(stream: Duplex, chunk: Buffer): void {
  writeNow.call(stream, chunk);
}

/** At once where the last flush was `ms` ago or more, else when that time is over. */
function atMostEvery(ms: number): Schedule {
  let last = Number.NEGATIVE_INFINITY;
  return (stream) => {
    const flushNow = (): void => {
      last = performance.now();
      flush(stream);
    };
    const rest = last + ms - performance.now();
    if (rest > 0) setTimeout(flushNow, rest);
    else setImmediate(flushNow);
  };
}

/**
 * Gathers the commands to Redis, on every connection that the client makes: they leave at most every `ms`, so that under
 * load many share a write, a read and a sync of the append-only file. Without load they leave before the turn of the
 * event loop ends. ioredis can do as much for one turn by itself (`enableAutoPipelining`), but at a price for each
 * command that eats up the gain.
 */
export function sendCommandsAtMostEvery(client: RedisClient, ms: number): void {
  const gather = (redis: Redis): void => {
    const schedule = atMostEvery(ms);
    redis.on('connect', () => gatherWrites(redis.stream, schedule));
  };
  if (client instanceof Cluster) client.on('+node', gather);
  else gather(client);
}
