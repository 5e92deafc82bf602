import { type ConnectErrorData, errorBody } from '@doushouqi/protocol';
import { errorOf, type Logger, type TokenVerifier, toAppError } from '@doushouqi/service-kit';
import { NEW_LINE } from './line.ts';
import type { RealtimeServer, RealtimeSocket } from './realtime-socket.ts';
import { type BucketLimits, fullBucket } from './token-bucket.ts';

/** Longer than any token of ours. */
const MAX_TOKEN_LENGTH = 4_096;

export interface AdmissionOptions {
  verifier: TokenVerifier;
  socketsPerUser: number;
  messages: BucketLimits;
  now: () => number;
  logger: Logger;
}

/** A refused connection: the client gets `data` in its `connect_error`. */
class ConnectionRefused extends Error {
  readonly data: ConnectErrorData;

  constructor(data: ConnectErrorData) {
    super(data.code);
    this.data = data;
  }
}

const tokenOf = (socket: RealtimeSocket): string | undefined => {
  const token: unknown = socket.handshake.auth.token;
  return typeof token === 'string' && token.length <= MAX_TOKEN_LENGTH ? token : undefined;
};

/** Lets in whoever has a token and not too many sockets on this node; returns how many users are here. */
export const admit = (io: RealtimeServer, options: AdmissionOptions): { users: () => number } => {
  const { verifier, socketsPerUser, messages, now, logger } = options;
  const sockets = new Map<string, number>();
  const full = (userId: string): boolean => (sockets.get(userId) ?? 0) >= socketsPerUser;

  io.use(async (socket, next) => {
    try {
      const { userId } = await verifier.verify(tokenOf(socket));
      if (full(userId)) throw errorOf('RATE_LIMITED');
      socket.data.userId = userId;
      socket.data.bucket = fullBucket(messages, now());
      socket.data.line = NEW_LINE;
      // Nobody reads the token again, and it is the largest part of an idle socket.
      socket.handshake.auth = {};
      next();
    } catch (error) {
      const { code, message } = toAppError(error);
      if (code === 'INTERNAL') logger.error({ err: error }, 'could not admit a socket');
      next(new ConnectionRefused(errorBody(code, message)));
    }
  });

  io.on('connection', (socket) => {
    const { userId } = socket.data;
    // Several may have been let in at once.
    if (full(userId)) return void socket.disconnect(true);
    sockets.set(userId, (sockets.get(userId) ?? 0) + 1);
    socket.once('disconnect', () => {
      const left = (sockets.get(userId) ?? 1) - 1;
      if (left === 0) sockets.delete(userId);
      else sockets.set(userId, left);
    });
  });
  return { users: () => sockets.size };
};
