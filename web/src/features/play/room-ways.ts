import { matchPath } from 'react-router-dom';
import { marked } from '../../app/intention.ts';

export function roomPath(roomId: string): string {
  return `/play/room/${roomId}`;
}

/** Returns the navigation state that allows to create the room of a path: an invitation names rooms that do not exist yet. */
export function creating(path: string): unknown {
  const { roomId } = matchPath('/play/room/:roomId', path)?.params ?? {};
  return roomId === undefined ? null : marked({ action: 'create', of: roomId });
}
