/**
 * Restores a backup and kills itself: `killed.ts REDIS_URL MONGODB_URL PLACE AT`. `AT` is the number of the write
 * before which it dies, or a phase; after a whole restore it prints the number of writes.
 */

import { restoreBackup } from '@doushouqi/operations';
import { connectRedis } from '@doushouqi/service-kit';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';

const [redisUrl = '', mongodbUrl = '', dir = '', at = ''] = process.argv.slice(2);
const WRITES = new Set([
  ...['restore', 'rename', 'renamenx', 'unlink', 'evalsha', 'eval'],
  ...['insert', 'update', 'drop', 'create', 'createIndexes'],
]);
let writes = 0;

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

function count(command: string): void {
  if (!WRITES.has(command)) return;
  writes += 1;
  if (writes === Number(at)) die();
}

const { sendCommand } = Redis.prototype;
Redis.prototype.sendCommand = function (...args) {
  count(args[0].name);
  return sendCommand.apply(this, args);
};
const mongo = await new MongoClient(mongodbUrl, { monitorCommands: true }).connect();
mongo.on('commandStarted', ({ commandName }) => count(commandName));
const redis = connectRedis(redisUrl, { role: 'operations' });
await restoreBackup({ redis, mongo }, dir, {
  ...{ replace: true, graceMs: 0, now: Date.now },
  onPhase: (phase) => {
    if (phase === at) die();
  },
});
console.log(writes);
process.exit(0);
