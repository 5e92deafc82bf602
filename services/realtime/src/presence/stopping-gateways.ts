import type { Presence } from '@doushouqi/presence';
import { isPlaying, seatOf } from '@doushouqi/room';
import { gameRoomsOf, type RealtimeSocket } from '../realtime-socket.ts';
import type { RoomHub } from '../rooms/room-hub.ts';

export interface StoppingGatewaysOptions {
  presence: Pick<Presence, 'beat' | 'stopping' | 'arrive'>;
  hub: Pick<RoomHub, 'cached'>;
  onFailed: (error: unknown) => void;
}

/**
 * Notes, before the clients of a gateway that stops are sent on, whom it takes out of a game. The gateway stands in the
 * presence store as a node that stops and has these players, so all that holds of such a node holds of it: until its lease
 * ends nobody is told as away, and who comes back is given the time back, once (docs/clocks.md). Resolves once every
 * node can know it; a Redis that is away keeps no gateway from stopping.
 */
export type NoteGoing = (gateway: string, sockets: readonly RealtimeSocket[]) => Promise<void>;

export function createStoppingGateways({ presence, hub, onFailed }: StoppingGatewaysOptions): NoteGoing {
  const gamesOf = (socket: RealtimeSocket): string[] =>
    gameRoomsOf(socket).filter((roomId) => {
      const room = hub.cached(roomId);
      return room !== undefined && isPlaying(room) && seatOf(room.header, socket.data.userId) !== null;
    });
  const note: NoteGoing = async (gateway, sockets) => {
    await Promise.all([presence.stopping(gateway), presence.beat(gateway)]);
    const players = sockets.flatMap((socket) =>
      gamesOf(socket).map((roomId) => ({ roomId, userId: socket.data.userId })),
    );
    await Promise.all(players.map(({ roomId, userId }) => presence.arrive(gateway, roomId, userId)));
  };
  return (gateway, sockets) => note(gateway, sockets).catch(onFailed);
}
