import type { IncomingMessage } from 'node:http';
import type { Instrumentation } from '@opentelemetry/instrumentation';
import { ExpressInstrumentation, ExpressLayerType } from '@opentelemetry/instrumentation-express';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis';
import { MongoDBInstrumentation } from '@opentelemetry/instrumentation-mongodb';
import { SocketIoInstrumentation } from '@opentelemetry/instrumentation-socket.io';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';

/** Modules that are wrapped while they are loaded; `fetch` reports its requests by itself. */
export const INSTRUMENTED = ['http', 'https', 'express', 'ioredis', 'mongodb', 'socket.io'] as const;

/** Probes, scrapes and long polls of half a minute are not traced: their traces have no use. */
const UNTRACED = /^\/(healthz|readyz|metrics|socket\.io)/;

/** Returns the room of a socket message. */
function roomIn(payload: readonly unknown[]): string | undefined {
  const { roomId } = (payload[0] ?? {}) as { roomId?: unknown };
  return typeof roomId === 'string' ? roomId.slice(0, 20) : undefined;
}

export function createInstrumentations(): Instrumentation[] {
  return [
    new HttpInstrumentation({
      ignoreIncomingRequestHook: (req: IncomingMessage) => UNTRACED.test(req.url ?? ''),
      // Requests without a parent span are background work, not part of a user's request.
      requireParentforOutgoingSpans: true,
    }),
    new UndiciInstrumentation({ requireParentforSpans: true }),
    new ExpressInstrumentation({
      ignoreLayersType: [ExpressLayerType.MIDDLEWARE, ExpressLayerType.ROUTER],
    }),
    // Commands are recorded without arguments, because keys contain account and user names. The span of the message
    // has the room.
    new IORedisInstrumentation({ dbStatementSerializer: (command) => command }),
    new MongoDBInstrumentation({ requireParentSpan: true }),
    new SocketIoInstrumentation({
      onHook(span, { payload }) {
        const roomId = roomIn(payload);
        if (roomId !== undefined) span.setAttribute('doushouqi.room_id', roomId);
      },
    }),
  ];
}
