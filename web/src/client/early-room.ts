import type { RoomSnapshot } from '@doushouqi/protocol';

/** The room that public/boot.js requested for a visitor before the application came. */
interface EarlyRoom {
  id: string;
  /** When it was requested, by `performance.now()`. */
  sentAt: number;
  /** Null without a room in the reply, or without a reply. */
  reply: Promise<RoomSnapshot | null>;
}

declare global {
  interface Window {
    earlyRoom?: EarlyRoom | undefined;
  }
}

/** Returns the room that was requested before the application came, once; null if there is none. */
export async function takeEarlyRoom(roomId: string): Promise<{ room: RoomSnapshot; sentAt: number } | null> {
  const { earlyRoom } = window;
  window.earlyRoom = undefined;
  if (earlyRoom?.id !== roomId) return null;
  const room = await earlyRoom.reply;
  return room && { room, sentAt: earlyRoom.sentAt };
}
