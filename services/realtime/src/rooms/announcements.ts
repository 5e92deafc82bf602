import type { RoomEvent } from '@doushouqi/protocol';
import type { Room } from '@doushouqi/room';
import { gameRoom, type RealtimeServer } from '../realtime-socket.ts';

/** Says in the spec's words what the update's `lastAction` said of a reset, if this update was the first to say it. */
const announceReset = (
  io: RealtimeServer,
  { roomId, lastAction }: Extract<RoomEvent, { type: 'gameStateUpdate' }>,
  before: Room,
): void => {
  if (!lastAction) return;
  const known = before.header.lastAction;
  if (known && known.type === lastAction.type && known.by === lastAction.by) return;
  const sockets = io.local.to(gameRoom(roomId));
  if (lastAction.type === 'reset_requested') {
    sockets.emit('resetRequested', { roomId, requesterId: lastAction.by });
  } else if (lastAction.type === 'reset_accepted') sockets.emit('resetAccepted', { roomId });
  else if (lastAction.type === 'reset_rejected') sockets.emit('resetRejected', { roomId });
};

/** Tells this node's sockets in the room of an event. `before`: the room without it. */
export const announce = (io: RealtimeServer, event: RoomEvent, before: Room): void => {
  const sockets = io.local.to(gameRoom(event.roomId));
  switch (event.type) {
    case 'moveMade':
      sockets.emit('moveMade', event);
      return;
    case 'chatMessage':
      sockets.emit('chatMessage', event);
      return;
    case 'gameStateUpdate':
      sockets.emit('gameStateUpdate', event);
      announceReset(io, event, before);
  }
};
