import { roomId } from '@doushouqi/protocol';

const ROOM_PATH = /^\/play\/room\/([^/?#]+)\/?(?:[?#]|$)/;

/** Where a room is shown. */
export function roomPath(id: string): string {
  return `/play/room/${id}`;
}

/** The room that a page of the web shows, or null for a page without one. */
export function roomOfPath(path: string): string | null {
  const encoded = ROOM_PATH.exec(path)?.[1];
  if (encoded === undefined) return null;
  try {
    return roomId.safeParse(decodeURIComponent(encoded)).data ?? null;
  } catch {
    return null;
  }
}
