import { EventEmitter } from 'node:events';
import type { VerifiedToken } from '@doushouqi/service-kit';
import { userOfRoom, userRoom } from '@doushouqi/service-kit/socket-cluster';
import type { RealtimeServer, RealtimeSocket } from '../realtime-socket.ts';

interface UserSocketsEvents {
  /** A socket of the user connected. */
  came: [userId: string];
  /** The user's last socket disconnected. */
  gone: [userId: string];
}

/** The sockets on this node by user: each is in the Socket.IO room of its user. */
export class UserSockets extends EventEmitter<UserSocketsEvents> {
  readonly #io: RealtimeServer;
  readonly #rooms: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #perUser: number;

  /** `perUser`: maximum number of sockets of one user on this node. */
  constructor(io: RealtimeServer, perUser: number) {
    super();
    const { adapter } = io.of('/');
    this.#io = io;
    this.#rooms = adapter.rooms;
    this.#perUser = perUser;
    adapter.on('join-room', (room: string) => this.#notify('came', room));
    adapter.on('delete-room', (room: string) => this.#notify('gone', room));
  }

  add(socket: RealtimeSocket): void {
    socket.join(userRoom(socket.data.userId));
  }

  of(userId: string): RealtimeSocket[] {
    const ids = this.#rooms.get(userRoom(userId)) ?? [];
    return [...ids].flatMap((id) => this.#io.sockets.sockets.get(id) ?? []);
  }

  isHere(userId: string): boolean {
    return this.#rooms.has(userRoom(userId));
  }

  /** Returns whether the user has the maximum number of sockets. A bot has one for each game. */
  isFull({ userId, role }: Pick<VerifiedToken, 'userId' | 'role'>): boolean {
    if (role === 'bot') return false;
    return (this.#rooms.get(userRoom(userId))?.size ?? 0) >= this.#perUser;
  }

  /** Returns the connected users. */
  ids(): string[] {
    return [...this.#rooms.keys()].flatMap((room) => userOfRoom(room) ?? []);
  }

  #notify(event: 'came' | 'gone', room: string): void {
    const userId = userOfRoom(room);
    if (userId !== null) this.emit(event, userId);
  }
}
