import {
  PLENTY,
  SERVICE_TOKEN,
  startBacking,
  startProfiles,
  startTestService,
} from '@doushouqi/service-kit/testing';
import { service } from '../src/service.ts';

export type RecordService = Awaited<ReturnType<typeof startRecord>>;

/** The record service over a real Redis and a document store of its own, without limits but for these. */
export async function startRecord(
  limits: Partial<Record<'reads' | 'saves' | 'changes' | 'shared', number>> = {},
) {
  const [backing, profiles] = await Promise.all([startBacking(), startProfiles(SERVICE_TOKEN)]);
  /** What the service takes for the time, epoch ms; the machine's clock where null. */
  const clock: { at: number | null } = { at: null };
  const start = () =>
    startTestService(service, backing, {
      peers: { auth: profiles.url },
      limits: { reads: PLENTY, saves: PLENTY, changes: PLENTY, shared: PLENTY, ...limits },
      given: { now: () => clock.at ?? Date.now() },
    });
  const app = await start();
  const { records, entries, tallies } = app.context;
  return {
    ...app,
    records,
    entries,
    tallies,
    profiles,
    token: backing.token,
    clock,
    /** Archives a finished game, as the timekeeper does. */
    archive: (game: unknown, serviceToken: string | null = SERVICE_TOKEN) =>
      app.call<{ recordId: string }>('POST', '/internal/game-records', { serviceToken, body: game }),
    /** Starts the service once more over the same store, and resolves when it has filed what was left. */
    async startAgain() {
      const again = await start();
      await again.context.filed;
      await again.stop();
    },
    /** Removes all games. */
    async clear() {
      await Promise.all([records.deleteMany({}), entries.deleteMany({}), tallies.deleteMany({})]);
    },
    async stop() {
      await app.stop();
      await profiles.stop();
      await backing.stop();
    },
  };
}
