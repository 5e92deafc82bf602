import type { RoomEvent } from '@doushouqi/protocol';
import type { Room } from '@doushouqi/room';
import { trace } from '@opentelemetry/api';
import { gameRoom, type RealtimeServer } from '../realtime-socket.ts';
import type { Blocks } from '../users/blocks.ts';
import { broadcast } from './room-broadcast.ts';

/** Emits the public event for a reset that this update is the first to contain. */
function announceReset(
  io: RealtimeServer,
  { roomId, lastAction }: Extract<RoomEvent, { type: 'gameStateUpdate' }>,
  before: Room,
): void {
  if (!lastAction) return;
  const known = before.header.lastAction;
  if (known && known.type === lastAction.type && known.by === lastAction.by) return;
  const sockets = io.local.to(gameRoom(roomId));
  if (lastAction.type === 'reset_requested') {
    sockets.emit('resetRequested', { roomId, requesterId: lastAction.by });
  } else if (lastAction.type === 'reset_accepted') sockets.emit('resetAccepted', { roomId });
  else if (lastAction.type === 'reset_rejected') sockets.emit('resetRejected', { roomId });
}

/** Sends a chat line to sockets whose users do not block its author; the others get its version only. */
function announceLine(
  io: RealtimeServer,
  line: Extract<RoomEvent, { type: 'chatMessage' }>,
  blocks: Pick<Blocks, 'blockersIn'>,
): void {
  const { roomId, v } = line;
  const deaf = blocks.blockersIn(line.fromId, gameRoom(roomId));
  io.local.to(gameRoom(roomId)).except(deaf).emit('chatMessage', line);
  if (deaf.length > 0) io.local.to(deaf).emit('unseen', { roomId, v });
}

/** Sends an event to this node's sockets in the room. `before`: the room before it; `json`: the event as text. */
export function announce(
  io: RealtimeServer,
  event: RoomEvent,
  before: Room,
  json: string,
  blocks: Pick<Blocks, 'blockersIn'>,
): void {
  if (event.type === 'chatMessage') {
    announceLine(io, event, blocks);
    return;
  }
  broadcast(io, event, json);
  // The frames bypass Socket.IO's `emit`, so its instrumentation does not see them.
  trace.getActiveSpan()?.addEvent(`sent ${event.type}`);
  if (event.type === 'gameStateUpdate') announceReset(io, event, before);
}
