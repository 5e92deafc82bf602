/** The room is told of its gone spectators this often at most. Milliseconds. */
const INTERVAL_MS = 1_000;

export interface FarewellsOptions {
  /** How long a spectator may be gone before it counts. Milliseconds. */
  graceMs: number;
  /** Tells the room of those who are gone, in one go; where it rejects they are told of at the next one. */
  tell: (roomId: string, userIds: readonly string[]) => Promise<void>;
  onFailed: (error: unknown, roomId: string) => void;
}

/** Spectators whose last connection ended: they may be back in a moment, as after a reload of the page. */
export interface Farewells {
  wave(roomId: string, userId: string): void;
  /** Came back in time. */
  cancel(roomId: string, userId: string): void;
  /** Whether anybody of the room is waited for. */
  awaits(roomId: string): boolean;
  size(): number;
  stop(): void;
}

export const createFarewells = ({ graceMs, tell, onFailed }: FarewellsOptions): Farewells => {
  /** By room: when each one is gone for good, in ticks. */
  const rooms = new Map<string, Map<string, number>>();
  let timer: NodeJS.Timeout | undefined;

  const tellRoom = async (roomId: string, gone: readonly string[]): Promise<void> => {
    try {
      for (const userId of gone) cancel(roomId, userId);
      await tell(roomId, gone);
    } catch (error) {
      onFailed(error, roomId);
      for (const userId of gone) add(roomId, userId, 0);
    }
  };

  const look = (): void => {
    timer = undefined;
    const now = performance.now();
    for (const [roomId, users] of rooms) {
      const gone = [...users].filter(([, at]) => at <= now).map(([userId]) => userId);
      if (gone.length > 0) void tellRoom(roomId, gone);
    }
    schedule();
  };

  const schedule = (): void => {
    if (timer === undefined && rooms.size > 0) timer = setTimeout(look, INTERVAL_MS).unref();
  };

  const add = (roomId: string, userId: string, at: number): void => {
    const users = rooms.get(roomId) ?? new Map<string, number>();
    rooms.set(roomId, users.set(userId, at));
    schedule();
  };

  const cancel = (roomId: string, userId: string): void => {
    const users = rooms.get(roomId);
    if (users?.delete(userId) && users.size === 0) rooms.delete(roomId);
  };

  return {
    cancel,
    wave: (roomId, userId) => add(roomId, userId, performance.now() + graceMs),
    awaits: (roomId) => rooms.has(roomId),
    size: () => rooms.size,
    stop() {
      clearTimeout(timer);
      rooms.clear();
    },
  };
};
