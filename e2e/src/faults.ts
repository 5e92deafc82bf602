import { setTimeout as delay } from 'node:timers/promises';
import { ARCHIVE_QUEUE, ROOM_QUEUE } from '@doushouqi/protocol';
import type { Arena, Table } from './arena.ts';

/** A fault during a game, while the clock of another table runs out. */
export interface Fault {
  name: string;
  /** Resolves when the fault is over, as far as the platform can recover. */
  strike(arena: Arena, playing: Table, flagging: Table): Promise<void>;
}

const FROZEN_MS = 3_000;

function killed(...names: string[]): Fault {
  return {
    name: `killed: ${names.join(' and ')}`,
    async strike({ platform }) {
      await Promise.all(names.map((name) => platform.kill(name, 'SIGKILL')));
      await Promise.all(names.map((name) => platform.waitReady(name)));
    },
  };
}

function frozen(...names: string[]): Fault {
  return {
    name: `frozen ${FROZEN_MS / 1_000} s: ${names.join(' and ')}`,
    async strike({ platform }) {
      for (const name of names) await platform.kill(name, 'SIGSTOP');
      await delay(FROZEN_MS);
      for (const name of names) await platform.kill(name, 'SIGCONT');
    },
  };
}

/** Adds a duplicate of both games' jobs, and deliveries of running games. */
async function doubleJobs({ clocks, archive }: Arena, tables: readonly Table[]): Promise<void> {
  const copies = Array.from({ length: 5 }, (_, index) => index);
  for (const { roomId, clients } of tables) {
    const gameId = clients[0].header?.gameId;
    for (const copy of copies) {
      const jobId = `double-${gameId}-${copy}-${Date.now()}`;
      await clocks.add('look', { roomId, gameId }, { jobId, delay: copy * 300, removeOnComplete: true });
      await archive.add('record', { roomId, gameId }, { jobId, delay: copy * 500, removeOnComplete: true });
    }
  }
}

const PROCESSES = [
  'realtime-1',
  'realtime-2',
  'room',
  'timekeeper-1',
  'record',
  'auth',
  'store',
  'gateway',
  'redis',
] as const;

/** Every fault, in order. */
export const FAULTS: readonly Fault[] = [
  ...PROCESSES.map((name) => killed(name)),
  killed('timekeeper-1', 'timekeeper-2'),
  killed('realtime-1', 'realtime-2'),
  ...(['realtime-1', 'room', 'redis', 'gateway'] as const).map((name) => frozen(name)),
  { ...frozen('timekeeper-1', 'timekeeper-2'), name: 'late jobs: both timekeepers frozen over the deadline' },
  {
    name: 'sockets dropped, 5 times',
    async strike({ line }) {
      for (let i = 0; i < 5; i++) {
        line.cut();
        await delay(300);
      }
    },
  },
  {
    name: 'half-open sockets',
    async strike({ line }) {
      line.freeze();
    },
  },
  {
    name: 'slow client: 1.5 KB a second',
    async strike({ line }) {
      line.slow(30);
      await delay(2_500);
      line.fast();
    },
  },
  {
    name: 'duplicated jobs',
    async strike(arena, playing, flagging) {
      await doubleJobs(arena, [playing, flagging]);
    },
  },
  {
    name: `lost jobs: queues ${ROOM_QUEUE} and ${ARCHIVE_QUEUE} emptied`,
    async strike({ clocks, archive }) {
      for (const queue of [clocks, archive]) await queue.obliterate({ force: true });
    },
  },
];
