import { randomBytes } from 'node:crypto';
import { createOnline, createPresence } from '@doushouqi/presence';
import { ONLINE_LEASE } from '@doushouqi/protocol';
import type { RoomDoor, RoomStore } from '@doushouqi/room-core';
import type { Logger } from '@doushouqi/service-kit';
import type { RedisConnection } from '../redis/redis-connection.ts';
import type { RoomHub } from '../rooms/room-hub.ts';
import { OnlineUsers } from '../users/online-users.ts';
import type { UserSockets } from '../users/user-sockets.ts';
import { Attendance } from './attendance.ts';
import { Heartbeat } from './heartbeat.ts';
import { createNodeOutages, type NodeOutages } from './node-outages.ts';
import { giveBackOutages } from './redis-outages.ts';
import { createStoppingGateways, type NoteGoing } from './stopping-gateways.ts';

export interface NodePresenceOptions {
  nodeId: string;
  connection: RedisConnection;
  users: UserSockets;
  hub: RoomHub;
  store: RoomStore;
  execute: RoomDoor['execute'];
  spectatorGraceMs: number;
  logger: Logger;
}

/** This node's lease, who is here by it, and what our outages owe them. */
export interface NodePresence {
  attendance: Attendance;
  nodeOutages: NodeOutages;
  noteGoing: NoteGoing;
  /** What is kept of who is where: nothing, when all have left. */
  size(): number;
  /**
   * The lease is renewed no more and departures are not told: who is at another node before it ends was never gone,
   * and the others are told of as if the node had died. Resolves once the other nodes can know that it stops.
   */
  stop(): Promise<void>;
}

export function createNodePresence(options: NodePresenceOptions): NodePresence {
  const { nodeId, connection, users, hub, logger } = options;
  // A restarted node is another one: what the old process held is gone.
  const boot = `${nodeId}-${randomBytes(6).toString('hex')}`;
  const presence = createPresence(connection.client);
  const online = createOnline(connection.client, { leaseMs: ONLINE_LEASE });
  const onFailed = (error: unknown, about?: string): void =>
    logger.warn({ err: error, about }, 'could not tell who is here; it is tried again');
  const shared = { ...options, boot, presence, onFailed };

  const nodeOutages = createNodeOutages(shared);
  const attendance = new Attendance({ ...shared, nodeOutages });
  const onlineUsers = new OnlineUsers({ boot, online, users, onFailed });
  giveBackOutages({ connection, hub, execute: options.execute, onFailed });
  const onForgotten = (): void => {
    attendance.sayAll();
    onlineUsers.sayAll();
  };
  const heartbeat = new Heartbeat({ connection, presence, boot, onForgotten });
  return {
    attendance,
    nodeOutages,
    noteGoing: createStoppingGateways(shared),
    size: () => attendance.size() + onlineUsers.size(),
    async stop() {
      heartbeat.stop();
      attendance.stop();
      onlineUsers.stop();
      // A Redis that is away must not keep this process from stopping.
      await presence.stopping(boot).catch((error: unknown) => onFailed(error));
    },
  };
}
