import { MAX_SPECTATORS } from '@doushouqi/protocol';
import type { CommandResult } from '@doushouqi/room-core';
import { errorOf } from '@doushouqi/service-kit';

/** Spectators who join within this time share an event. Milliseconds. */
const WINDOW_MS = 300;

/** Adds spectators in one command. */
type Admit = (roomId: string, userIds: readonly string[]) => Promise<CommandResult>;

/** The next batch of a room, with a shared result. */
interface Batch {
  userIds: Set<string>;
  result: Promise<CommandResult>;
  close: () => void;
}

/** Adds spectators in batches: the first at once, those of the following window when it closes. */
export class SpectatorBatches {
  readonly #admit: Admit;
  /** Open windows by room. */
  readonly #windows = new Map<string, Batch | null>();

  constructor(admit: Admit) {
    this.#admit = admit;
  }

  /** Resolves to the result of the user's batch. Throws ROOM_FULL if the batch alone would fill a room. */
  async admit(roomId: string, userId: string): Promise<CommandResult> {
    if (!this.#windows.has(roomId)) {
      this.#openWindow(roomId);
      return this.#admit(roomId, [userId]);
    }
    const batch = this.#windows.get(roomId) ?? this.#openBatch(roomId);
    if (batch.userIds.size >= MAX_SPECTATORS) throw errorOf('ROOM_FULL');
    batch.userIds.add(userId);
    return batch.result;
  }

  #openWindow(roomId: string): void {
    this.#windows.set(roomId, null);
    setTimeout(() => {
      const batch = this.#windows.get(roomId);
      this.#windows.delete(roomId);
      if (!batch) return;
      this.#openWindow(roomId);
      batch.close();
    }, WINDOW_MS);
  }

  #openBatch(roomId: string): Batch {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const userIds = new Set<string>();
    const batch = { userIds, close, result: closed.then(() => this.#admit(roomId, [...userIds])) };
    this.#windows.set(roomId, batch);
    return batch;
  }
}
