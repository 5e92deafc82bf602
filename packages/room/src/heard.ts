import type { RoomEvent } from '@doushouqi/protocol';
import type { RoomView } from './view.ts';

/** A room as somebody sees it who blocked these users: without what they say. Pure. */
export function heardBy<V extends RoomView>(view: V, blocked: ReadonlySet<string>): V {
  const chat = view.chat.filter(({ fromId }) => !blocked.has(fromId));
  return chat.length === view.chat.length ? view : { ...view, chat };
}

/** The same of one event: what is not heard leaves its version behind, so that nobody has a hole (lessons A1). */
export function eventHeardBy(event: RoomEvent, blocked: ReadonlySet<string>): RoomEvent {
  if (event.type !== 'chatMessage' || !blocked.has(event.fromId)) return event;
  return { type: 'unseen', roomId: event.roomId, v: event.v };
}
