import type { Connection } from 'mongoose';
import { z } from 'zod';
import { ENV, readEnv } from './env.ts';
import { openStore } from './service-parts.ts';
import { runService, type ServiceContext } from './shutdown.ts';

/**
 * Runs a process that brings the collections of a service to what its version needs, indexes first of all, and ends:
 * exit code 0 once that is done. Doing it again changes nothing. It waits until the store answers. A service does the
 * same at its start; where many start at once, this has been done before.
 */
export function prepareStore(
  service: string,
  prepare: (connection: Connection, context: ServiceContext) => Promise<unknown>,
): void {
  runService({
    name: `${service} (store)`,
    once: true,
    async start(context) {
      const { MONGODB_URL } = readEnv(z.object({ MONGODB_URL: ENV.MONGODB_URL }));
      await prepare(await openStore(context, MONGODB_URL), context);
      return {};
    },
  });
}
