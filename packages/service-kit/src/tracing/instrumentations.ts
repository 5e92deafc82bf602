import type { IncomingMessage } from 'node:http';
import type { Instrumentation } from '@opentelemetry/instrumentation';
import { ExpressInstrumentation, ExpressLayerType } from '@opentelemetry/instrumentation-express';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis';
import { MongoDBInstrumentation } from '@opentelemetry/instrumentation-mongodb';
import { SocketIoInstrumentation } from '@opentelemetry/instrumentation-socket.io';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';

/** The modules that are wrapped while they are loaded; `fetch` says by itself what it does. */
export const INSTRUMENTED = ['http', 'https', 'express', 'ioredis', 'mongodb', 'socket.io'] as const;

/** Probes, scrapes, and polls that wait for half a minute: nothing is learnt from them. */
const UNTRACED = /^\/(healthz|readyz|metrics|socket\.io)/;

/** The room that a message of a socket is about. */
function roomIn(payload: readonly unknown[]): string | undefined {
  const { roomId } = (payload[0] ?? {}) as { roomId?: unknown };
  return typeof roomId === 'string' ? roomId.slice(0, 20) : undefined;
}

export function createInstrumentations(): Instrumentation[] {
  return [
    new HttpInstrumentation({
      ignoreIncomingRequestHook: (req: IncomingMessage) => UNTRACED.test(req.url ?? ''),
      // What a trace does not come through is our own housekeeping.
      requireParentforOutgoingSpans: true,
    }),
    new UndiciInstrumentation({ requireParentforSpans: true }),
    new ExpressInstrumentation({
      ignoreLayersType: [ExpressLayerType.MIDDLEWARE, ExpressLayerType.ROUTER],
    }),
    // Keys name accounts and users; the room is on the span of the message.
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
