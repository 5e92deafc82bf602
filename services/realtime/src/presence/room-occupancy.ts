/** How many sockets of which users are in which rooms on this node. */
export class RoomOccupancy {
  readonly #rooms = new Map<string, Map<string, number>>();

  /** One more socket; true where it is the user's first one in the room. */
  add(roomId: string, userId: string): boolean {
    const users = this.#rooms.get(roomId) ?? new Map<string, number>();
    const before = users.get(userId) ?? 0;
    this.#rooms.set(roomId, users.set(userId, before + 1));
    return before === 0;
  }

  /** One less; true where it was the last one. */
  remove(roomId: string, userId: string): boolean {
    const users = this.#rooms.get(roomId);
    const after = (users?.get(userId) ?? 1) - 1;
    if (after > 0) {
      users?.set(userId, after);
      return false;
    }
    users?.delete(userId);
    if (users?.size === 0) this.#rooms.delete(roomId);
    return true;
  }

  has(roomId: string, userId: string): boolean {
    return this.#rooms.get(roomId)?.has(userId) === true;
  }

  isEmpty(roomId: string): boolean {
    return !this.#rooms.has(roomId);
  }

  /** Everybody, once for each room. */
  *all(): Generator<{ roomId: string; userId: string }> {
    for (const [roomId, users] of this.#rooms) for (const userId of users.keys()) yield { roomId, userId };
  }

  size(): number {
    return this.#rooms.size;
  }
}
