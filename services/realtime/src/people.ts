import type { RealtimeSocket } from './realtime-socket.ts';

export interface PeopleOptions {
  socketsPerUser: number;
  /** A socket of the user came, or the last one went. */
  onChange: (userId: string) => void;
}

/** The sockets on this node by user: a list of our own, because a Socket.IO room for each user would cost more. */
export interface People {
  of(userId: string): readonly RealtimeSocket[];
  /** Whether the user may have no more of them. */
  isFull(userId: string): boolean;
  add(socket: RealtimeSocket): void;
  remove(socket: RealtimeSocket): void;
  ids(): string[];
  size(): number;
}

const NONE: readonly RealtimeSocket[] = [];

export const createPeople = ({ socketsPerUser, onChange }: PeopleOptions): People => {
  const people = new Map<string, readonly RealtimeSocket[]>();
  const of = (userId: string): readonly RealtimeSocket[] => people.get(userId) ?? NONE;
  return {
    of,
    isFull: (userId) => of(userId).length >= socketsPerUser,
    add(socket) {
      const { userId } = socket.data;
      people.set(userId, [...of(userId), socket]);
      onChange(userId);
    },
    remove(socket) {
      const { userId } = socket.data;
      const left = of(userId).filter((one) => one !== socket);
      if (left.length > 0) return void people.set(userId, left);
      if (people.delete(userId)) onChange(userId);
    },
    ids: () => [...people.keys()],
    size: () => people.size,
  };
};
