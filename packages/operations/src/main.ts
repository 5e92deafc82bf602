import { ENV } from '@doushouqi/service-kit';
import { runCommand } from './command.ts';

/** Runs a command on the stores of `REDIS_URL` and `MONGODB_URL`: the image `operations`. */
process.exitCode = await runCommand(process.argv.slice(2), {
  addresses: () => ({
    redisUrl: ENV.REDIS_URL.parse(process.env.REDIS_URL),
    mongodbUrl: ENV.MONGODB_URL.parse(process.env.MONGODB_URL),
  }),
  env: process.env,
  print: console.log,
  now: Date.now,
});
