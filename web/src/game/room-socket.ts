import type { ConnectErrorData, ErrorCode, RoomEvent } from '@doushouqi/protocol';
import type { GameSocket } from './connection.ts';

interface RoomListener {
  connected: () => void;
  down: () => void;
  /** The server does not know this login any more. */
  unauthorized: (code: ErrorCode) => void;
  event: (event: RoomEvent) => void;
  nudged: (nickname: string) => void;
  /** The server wants the room to be fetched anew. */
  syncRequested: () => void;
}

/** Hears what a connection says about one room. */
export const hearRoom = (socket: GameSocket, roomId: string, listener: RoomListener): void => {
  socket.on('connect', listener.connected);
  socket.on('disconnect', listener.down);
  socket.on('connect_error', (error) => {
    const { code } = (error as Error & { data?: Partial<ConnectErrorData> }).data ?? {};
    if (code === 'TOKEN_EXPIRED' || code === 'UNAUTHORIZED') listener.unauthorized(code);
    else listener.down();
  });
  const event = (heard: RoomEvent): void => {
    if (heard.roomId === roomId) listener.event(heard);
  };
  socket.on('moveMade', (move) => {
    socket.emit('moveReceived', { roomId: move.roomId, v: move.v });
    event({ type: 'moveMade', ...move });
  });
  socket.on('gameStateUpdate', (update) => event({ type: 'gameStateUpdate', ...update }));
  socket.on('chatMessage', (line) => event({ type: 'chatMessage', ...line }));
  socket.on('buttonClicked', (nudge) => {
    if (nudge.roomId === roomId) listener.nudged(nudge.nickname);
  });
  socket.on('syncRequested', listener.syncRequested);
};
