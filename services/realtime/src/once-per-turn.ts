import type { Duplex } from 'node:stream';
import type { Redis } from 'ioredis';

type Written = (error?: Error | null) => void;

/**
 * Lets what is written to a stream in one turn of the event loop leave in one write: one system call here, and one
 * for whoever reads it. A write counts as done once it is in the stream's buffer, so that a sender who waits for one
 * message before the next (engine.io does) still gets both into the same turn. That gives up nothing: what is
 * written to a connection that breaks is lost either way, and the stream says that it broke.
 */
export const writeOncePerTurn = (stream: Duplex): void => {
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
        setImmediate(flush);
      }
      const done = typeof encoding === 'function' ? encoding : written;
      if (done) process.nextTick(done);
      return typeof encoding === 'string' ? write(chunk, encoding) : write(chunk);
    },
  });
};

/**
 * The same for the commands to Redis, on every connection that the client makes. Under load a node takes several
 * moves a turn; Redis then reads them at once and syncs its append-only file once for all of them, which saves a
 * quarter of what a move costs it. Still one round trip a move, begun before the turn ends. ioredis can do as much
 * by itself (`enableAutoPipelining`), but at a price for each command that eats up the gain.
 */
export const sendCommandsOncePerTurn = (redis: Redis): void => {
  redis.on('connect', () => writeOncePerTurn(redis.stream));
};
