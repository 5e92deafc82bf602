import { join } from 'node:path';
import { ALL_NODES_IN_USE, type PlatformOptions } from '@doushouqi/scripts';
import { type Pinned, startPinned } from '../measure/pinned.ts';
import { MemoryMeter } from '../measure/processes.ts';
import { mustPost } from '../measure/requests.ts';
import type { WorkMeter } from './count.ts';

/** Entry files of the yardsticks behind the same gateway. */
const YARDSTICKS = { relay: 'relay.ts', usual: 'usual.ts' } as const;

/** Measured subjects: the product, another checkout of it, a bare relay, and the usual design of such a game. */
export type SubjectName = 'product' | 'before' | keyof typeof YARDSTICKS;

export interface Subject extends Pinned {
  name: SubjectName;
  memory: MemoryMeter;
  /** Users in the order of joining: red, blue, then spectators; a yardstick seats them in this order. */
  seat(roomId: string, ...userIds: string[]): Promise<void>;
  /** Ends the game: a running one would be watched through the next measurement. */
  surrender(roomId: string, userId: string): Promise<void>;
}

export function isYardstick(name: SubjectName): name is keyof typeof YARDSTICKS {
  return name in YARDSTICKS;
}

/** A yardstick needs no services. */
function yardstick(file: string): NonNullable<PlatformOptions['processes']> {
  return [
    { name: 'redis', stage: 'redis', role: 'redis' },
    ...[1, 2].map((node) => ({
      name: `realtime-${node}`,
      stage: 'realtime' as const,
      role: 'realtime',
      entry: `tools/src/bench-rooms/${file}`,
    })),
    { name: 'gateway', stage: 'gateway', role: 'gateway', entry: 'gateway/src/main.ts' },
  ];
}

/**
 * Starts a subject. `root`: the measured checkout, default this one; `meter`: counts work instead of measuring memory.
 */
export async function startSubject(
  name: SubjectName,
  { root, meter }: { root?: string | undefined; meter?: WorkMeter } = {},
): Promise<Subject> {
  const memory = new MemoryMeter();
  const preload = meter ? 'count-work.ts' : 'report-memory.ts';
  const pinned = await startPinned(name, {
    ...(isYardstick(name) && { processes: yardstick(YARDSTICKS[name]) }),
    ...(root === undefined ? {} : { root }),
    log: meter ? meter.log : memory.log,
    env: { ...ALL_NODES_IN_USE, NODE_OPTIONS: `--import=${join(import.meta.dirname, preload)}` },
  });
  const { platform, tokenOf } = pinned;
  return {
    ...pinned,
    name,
    memory,
    async seat(roomId, ...userIds) {
      if (isYardstick(name)) return;
      for (const userId of userIds) {
        await mustPost(platform.url, { token: tokenOf(userId) }, '/games/rooms', { roomId });
      }
    },
    async surrender(roomId, userId) {
      if (isYardstick(name)) return;
      await mustPost(platform.url, { token: tokenOf(userId) }, `/games/rooms/${roomId}/surrender`);
    },
  };
}
