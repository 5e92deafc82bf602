import type { Presence } from '@doushouqi/presence';
import { ROOM_QUEUE, type RoomJob, type RoomJobName } from '@doushouqi/protocol';
import type { RoomDoor } from '@doushouqi/room-core';
import { DelayedError, type Worker } from 'bullmq';
import { watchAbsence, watchClock } from './watch-clock.ts';
import { watchSpectators } from './watch-spectators.ts';
import { createWorker, type OwnWorkerOptions } from './worker.ts';

/** A job of the room queue: its name says what it carries. */
type AnyRoomJob = { [Name in RoomJobName]: { name: Name; data: RoomJob[Name] } }[RoomJobName];

export interface RoomWork {
  door: RoomDoor;
  presence: Pick<Presence, 'attendees'>;
  /** Epoch ms; verdicts wait until then. */
  verdictsFrom: () => number;
  /** Epoch ms. */
  now: () => number;
}

/** Does what a job asks for; when to look again (epoch ms), or null for never. */
async function lookFor(
  { door, presence, verdictsFrom, now }: RoomWork,
  { name, data }: AnyRoomJob,
): Promise<number | null> {
  if (now() < verdictsFrom()) return verdictsFrom();
  switch (name) {
    case 'clock':
      return watchClock(door, data, now);
    case 'absence':
      return watchAbsence(door, data, now);
    case 'spectators':
      return watchSpectators({ presence, door, now }, data);
  }
}

/** Looks at rooms at the times for which that was asked. */
export function createRoomWorker(
  work: RoomWork,
  options: OwnWorkerOptions,
): Worker<RoomJob[RoomJobName], void, RoomJobName> {
  return createWorker<RoomJob[RoomJobName], RoomJobName>(
    ROOM_QUEUE,
    async (job, token) => {
      const again = await lookFor(work, job as AnyRoomJob);
      if (again === null) return;
      await job.moveToDelayed(again, token);
      throw new DelayedError();
    },
    options,
  );
}
