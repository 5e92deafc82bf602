import type { Duplex } from 'node:stream';
import { Cluster, type Redis } from 'ioredis';
import type { RedisClient } from './redis.ts';

type Written = (error?: Error | null) => void;
/** Calls back when what was gathered is to leave. */
type Schedule = (flush: () => void) => void;

/**
 * Lets what is written to a stream until `schedule` calls back leave in one write: one system call here, and one for
 * whoever reads it. A write counts as done once it is in the stream's buffer, so that a sender who waits for one
 * message before the next (engine.io does) still gets both into the same write. That gives up nothing: what is
 * written to a connection that breaks is lost either way, and the stream says that it broke. What waits for a peer that
 * does not read is in the stream's `writableLength`; whoever sends to strangers bounds it (`Backlog` in realtime).
 *
 * `npm run bench:rooms` beside the same product with GATHER_WRITES=false: 5 to 30 % less CPU for a move on nodes that
 * have all that they can do, no difference at 300 moves a second.
 */
function gatherWrites(stream: Duplex, schedule: Schedule): void {
  const write = stream.write.bind(stream) as (chunk: unknown, encoding?: BufferEncoding) => boolean;
  let corked = false;
  const flush = (): void => {
    corked = false;
    stream.uncork();
  };
  Object.assign(stream, {
    write(chunk: unknown, encoding?: BufferEncoding | Written, written?: Written): boolean {
      if (!corked) {
        corked = true;
        stream.cork();
        schedule(flush);
      }
      const done = typeof encoding === 'function' ? encoding : written;
      if (done) process.nextTick(done);
      return typeof encoding === 'string' ? write(chunk, encoding) : write(chunk);
    },
  });
}

/** Gathers what is written in one turn of the event loop. */
export function writeOncePerTurn(stream: Duplex): void {
  gatherWrites(stream, setImmediate);
}

/** At once where the last flush was `ms` ago or more, else when that time is over. */
function atMostEvery(ms: number): Schedule {
  let last = Number.NEGATIVE_INFINITY;
  return (flush) => {
    const flushNow = (): void => {
      last = performance.now();
      flush();
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
