import { type ConnectErrorData, errorBody } from '@doushouqi/protocol';
import { errorOf, type Logger, requireScope, type TokenVerifier, toAppError } from '@doushouqi/service-kit';
import { forgetHandshake } from '@doushouqi/service-kit/transport';
import type { RealtimeMetrics } from '../metrics.ts';
import type { RealtimeServer, RealtimeSocket } from '../realtime-socket.ts';
import { NO_ROUND_TRIPS } from '../rooms/round-trips.ts';
import type { UserSockets } from '../users/user-sockets.ts';
import { notedAddress } from './client-address.ts';
import { type BucketLimits, fullBucket } from './token-bucket.ts';

/** Longer than any issued token. */
const MAX_TOKEN_LENGTH = 4_096;

export interface AdmissionOptions {
  verifier: TokenVerifier;
  users: Pick<UserSockets, 'isFull' | 'add'>;
  messages: BucketLimits;
  now: () => number;
  logger: Logger;
  metrics: Pick<RealtimeMetrics, 'refused'>;
}

/** A refused connection: the client gets `data` in its `connect_error`. */
class ConnectionRefused extends Error {
  readonly data: ConnectErrorData;

  constructor(data: ConnectErrorData) {
    super(data.code);
    this.data = data;
  }
}

function tokenOf(socket: RealtimeSocket): string | undefined {
  const token: unknown = socket.handshake.auth.token;
  return typeof token === 'string' && token.length <= MAX_TOKEN_LENGTH ? token : undefined;
}

/** Admits connections with a valid token for playing and a socket below the limits of this node. */
export function admit(io: RealtimeServer, options: AdmissionOptions): void {
  const { verifier, users, messages, now, logger, metrics } = options;

  io.use(async (socket, next) => {
    try {
      // A connection outlives its sanctions: `Sessions` ends it if the account, the network or the device is closed, and no message depends on others.
      const address = notedAddress(socket.conn);
      const { sanctions: _, visit: __, ...session } = await verifier.verify(tokenOf(socket), address);
      requireScope(session, 'play');
      if (users.isFull(session)) throw errorOf('RATE_LIMITED');
      Object.assign(socket.data, session, { address });
      socket.data.bucket = fullBucket(messages, now());
      socket.data.roundTrips = NO_ROUND_TRIPS;
      forgetHandshake(socket);
      next();
    } catch (error) {
      const { code, message } = toAppError(error);
      if (code === 'INTERNAL') logger.error({ err: error }, 'could not admit a socket');
      metrics.refused.inc({ code });
      next(new ConnectionRefused(errorBody(code, message)));
    }
  });

  io.on('connection', (socket) => {
    // Concurrent connections may have passed the check above.
    if (users.isFull(socket.data)) return void socket.disconnect(true);
    users.add(socket);
  });
}
