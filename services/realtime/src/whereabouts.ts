import { randomBytes } from 'node:crypto';
import { createOnline, createPresence } from '@doushouqi/presence';
import { ONLINE_LEASE } from '@doushouqi/protocol';
import type { RoomCommand } from '@doushouqi/room';
import type { CommandResult, RoomStore } from '@doushouqi/room-core';
import type { Logger } from '@doushouqi/service-kit';
import type { Redis } from 'ioredis';
import { type Attendance, createAttendance } from './attendance.ts';
import { startHeartbeat } from './heartbeat.ts';
import { createOutages } from './outages.ts';
import type { People } from './people.ts';
import type { RoomHub } from './room-hub.ts';
import { createSettler } from './settler.ts';

export interface WhereaboutsOptions {
  nodeId: string;
  redis: Redis;
  people: Pick<People, 'of' | 'ids'>;
  hub: Pick<RoomHub, 'cached' | 'hosted'>;
  store: Pick<RoomStore, 'load'>;
  execute: (roomId: string, command: RoomCommand) => Promise<CommandResult>;
  spectatorGraceMs: number;
  logger: Logger;
}

/** This node's lease, who is here by it, and what our outages owe them. */
export interface Whereabouts extends Pick<Attendance, 'left' | 'heard' | 'size'> {
  entered(roomId: string, userId: string): void;
  /** A connection of the user to this node came, or the last one went. */
  changed(userId: string): void;
  /**
   * The lease is renewed no more and departures are not told: who is at another node before it ends was never gone,
   * and the others are told of as if the node had died.
   */
  stop(): void;
}

export const createWhereabouts = (options: WhereaboutsOptions): Whereabouts => {
  const { nodeId, redis, people, hub, store, execute, spectatorGraceMs, logger } = options;
  // A restarted node is another one: what the old process held is gone.
  const boot = `${nodeId}-${randomBytes(6).toString('hex')}`;
  const presence = createPresence(redis);
  const onFailed = (error: unknown, about?: string): void =>
    logger.warn({ err: error, about }, 'could not tell who is here; it is tried again');
  const attendance = createAttendance({ boot, presence, hub, store, execute, spectatorGraceMs, onFailed });
  const online = createOnline(redis, { leaseMs: ONLINE_LEASE });
  let stopped = false;
  const users = createSettler(async (userId) => {
    if (stopped) return;
    if (people.of(userId).length > 0) await online.connected(boot, userId);
    else await online.disconnected(boot, userId);
  }, onFailed);
  const sayAll = (): void => {
    attendance.sayAll();
    for (const userId of people.ids()) users.poke(userId);
  };
  const stopHeartbeat = startHeartbeat({ redis, presence, boot, onForgotten: sayAll });
  const outages = createOutages({ boot, redis, presence, hub, execute, onFailed });
  return {
    left: attendance.left,
    heard: attendance.heard,
    size: () => attendance.size() + users.size(),
    changed: users.poke,
    entered(roomId, userId) {
      if (attendance.entered(roomId, userId)) outages.returned(roomId, userId);
    },
    stop() {
      stopped = true;
      stopHeartbeat();
      attendance.stop();
    },
  };
};
