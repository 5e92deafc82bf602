import { createStore } from 'zustand/vanilla';

interface CurrentRoom {
  /** The room that a member shows in this window. */
  roomId: string | null;
  /** The user plays a running game: no other prompts appear. */
  playing: boolean;
  /** Whether this game is rated. */
  rated: boolean;
}

/** This window's room, for presence and invitations. */
export const currentRoom = createStore<CurrentRoom>(() => ({ roomId: null, playing: false, rated: false }));

/**
 * Reports the user's room to the server, one call at a time, the latest value last. The next `flush` repeats a
 * failed report.
 */
export function createRoomReporter(report: (roomId: string | null) => Promise<unknown>) {
  let current: string | null = null;
  let reported: string | null | undefined = null;
  let busy = false;
  const flush = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      while (reported !== current) {
        const next = current;
        reported = undefined;
        await report(next);
        reported = next;
      }
    } catch {
      // The next `flush` reports it.
    }
    busy = false;
  };
  return {
    flush,
    set(roomId: string | null): Promise<void> {
      current = roomId;
      return flush();
    },
  };
}
