import { errorBody } from '@doushouqi/protocol';
import type { People } from './people.ts';
import type { RealtimeServer, RealtimeSocket } from './realtime-socket.ts';

export interface SessionsOptions {
  io: RealtimeServer;
  people: Pick<People, 'of'>;
  /** Tokens that ran out are looked for this often. Milliseconds. */
  sweepMs: number;
  /** Epoch ms. */
  now: () => number;
}

/** A connection lives no longer than the session that it belongs to. */
export interface Sessions {
  /** Sessions of the user with a token issued before then (epoch ms) are over. */
  endBefore(userId: string, before: number): void;
  stop(): void;
}

const end = (socket: RealtimeSocket): void => {
  socket.emit('sessionEnded', errorBody('TOKEN_EXPIRED'));
  socket.disconnect(true);
};

export const createSessions = ({ io, people, sweepMs, now }: SessionsOptions): Sessions => {
  const sweep = (): void => {
    const at = now();
    for (const socket of io.sockets.sockets.values()) if (socket.data.expiresAt <= at) end(socket);
  };
  const timer = setInterval(sweep, sweepMs).unref();
  return {
    endBefore(userId, before) {
      for (const socket of people.of(userId)) if (socket.data.issuedAt < before) end(socket);
    },
    stop: () => clearInterval(timer),
  };
};
