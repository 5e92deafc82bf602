import { type ErrorCode, errorBody, type Refusal } from '@doushouqi/protocol';
import { type Logger, toAppError } from '@doushouqi/service-kit';
import type { Counter } from 'prom-client';

export function refusal(code: ErrorCode, message?: string): Refusal {
  return {
    ok: false,
    ...errorBody(code, message),
  };
}

/** Returns the room number of an unvalidated message, for the refusal. */
export function roomIdIn(message: unknown): string {
  const roomId: unknown = (message as { roomId?: unknown } | null | undefined)?.roomId;
  return typeof roomId === 'string' ? roomId.slice(0, 20) : '';
}

/** Sender and room of a failed message, for the log. */
interface FailedMessage {
  socketId: string;
  userId: string;
  roomId: string;
}

/** Converts an error of a handler into a refusal; logs only bugs. */
export type Failed = (error: unknown, event: string, about: FailedMessage) => Refusal;

export function createFailed(logger: Logger, dropped: Counter<'reason'>): Failed {
  return (error, event, about) => {
    const { code, message } = toAppError(error);
    if (code === 'INTERNAL') logger.error({ err: error, event, ...about }, 'unexpected error');
    dropped.inc({ reason: code });
    return refusal(code, message);
  };
}
