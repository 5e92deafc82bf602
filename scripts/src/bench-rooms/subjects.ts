import { join } from 'node:path';
import { NOWHERE, type Pinned, startPinned } from '../bench/pinned.ts';
import { MemoryMeter } from '../bench/processes.ts';
import { mustPost } from '../bench/requests.ts';
import type { PlatformOptions } from '../index.ts';

/** What is measured: the product, another checkout of it, or the bare relay behind the same gateway. */
export interface Subject extends Pinned {
  name: 'product' | 'before' | 'relay';
  memory: MemoryMeter;
  /** Users in the order in which they come: red, blue, then those who watch; nothing to do for the relay. */
  seat(roomId: string, ...userIds: string[]): Promise<void>;
  /** The game in the room ends: one that is left running would be watched through the next measurement. */
  surrender(roomId: string, userId: string): Promise<void>;
}

/** The relay needs no services, but the gateway asks where they are. */
const RELAY: Pick<PlatformOptions, 'processes' | 'env'> = {
  processes: [
    { name: 'redis', stage: 'redis', role: 'redis' },
    ...[1, 2].map((node) => ({
      name: `realtime-${node}`,
      stage: 'realtime' as const,
      role: 'realtime',
      entry: 'scripts/src/bench-rooms/relay.ts',
    })),
    { name: 'gateway', stage: 'gateway', role: 'gateway', entry: 'gateway/src/main.ts' },
  ],
  env: { AUTH_URL: NOWHERE, LOBBY_URL: NOWHERE, RECORD_URL: NOWHERE, ROOM_URL: NOWHERE, SOCIAL_URL: NOWHERE },
};

/** Starts a subject. `root`: the checkout whose processes are measured, where it is not this one. */
export async function startSubject(name: Subject['name'], root?: string): Promise<Subject> {
  const memory = new MemoryMeter();
  const { env, ...processes } = name === 'relay' ? RELAY : {};
  const pinned = await startPinned(name, {
    ...processes,
    ...(root === undefined ? {} : { root }),
    log: memory.log,
    env: { ...env, NODE_OPTIONS: `--import=${join(import.meta.dirname, 'report-memory.ts')}` },
  });
  const { platform, tokenOf } = pinned;
  return {
    ...pinned,
    name,
    memory,
    async seat(roomId, ...userIds) {
      if (name === 'relay') return;
      for (const userId of userIds) {
        await mustPost(platform.url, { token: tokenOf(userId) }, '/games/rooms', { roomId });
      }
    },
    async surrender(roomId, userId) {
      if (name === 'relay') return;
      await mustPost(platform.url, { token: tokenOf(userId) }, `/games/rooms/${roomId}/surrender`);
    },
  };
}
