import { errorBody } from '@doushouqi/protocol';
import type { Counter } from 'prom-client';
import type { RealtimeServer } from '../realtime-socket.ts';
import { type BucketLimits, takeToken } from './token-bucket.ts';

export interface MessageLimitOptions {
  limits: BucketLimits;
  /** ms. */
  now: () => number;
  dropped: Counter<'reason'>;
}

/** Limits the messages of a socket, known events or not. A socket that continues after refusals is cut. */
export function limitMessages(io: RealtimeServer, { limits, now, dropped }: MessageLimitOptions): void {
  io.on('connection', (socket) => {
    socket.use((event, next) => {
      const { bucket, verdict } = takeToken(socket.data.bucket, limits, now());
      socket.data.bucket = bucket;
      if (verdict === 'allowed') return next();
      dropped.inc({ reason: verdict === 'flood' ? 'FLOOD' : 'RATE_LIMITED' });
      if (verdict === 'flood') return void socket.disconnect(true);
      const ack: unknown = event.at(-1);
      if (typeof ack === 'function') ack({ ok: false, ...errorBody('RATE_LIMITED') });
    });
  });
}
