import { fromWireEvent, type RoomEvent } from '@doushouqi/protocol';
import type { Client } from './cluster.ts';
import { joinRoom } from './play.ts';

/** Records what a client receives from version `start` on; after a reported gap it fetches the room. */
export class Follower {
  /** The events after `start`. */
  received: RoomEvent[] = [];
  /** The version at the start, or the last one that the client loaded. */
  start: number;
  fetched = false;
  /** Events received before the room was loaded. */
  readonly beforeFetch: RoomEvent[] = [];

  constructor(client: Client, roomId: string, start: number) {
    this.start = start;
    client.on('moveMade', (event) => void this.received.push(fromWireEvent({ type: 'moveMade', ...event })));
    client.on('gameStateUpdate', (event) => {
      this.received.push(fromWireEvent({ type: 'gameStateUpdate', ...event }));
    });
    client.on('syncRequested', async () => {
      this.fetched = true;
      this.beforeFetch.push(...this.received);
      this.received = [];
      const answer = await joinRoom(client, roomId);
      if (answer.ok) this.start = answer.v;
    });
  }

  /** The client's version of the room. */
  get v(): number {
    return this.received.at(-1)?.v ?? this.start;
  }
}
