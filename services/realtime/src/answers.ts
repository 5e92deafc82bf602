import { type ErrorCode, errorBody, type Refusal } from '@doushouqi/protocol';
import { errorOf, type Logger, toAppError } from '@doushouqi/service-kit';
import type { Counter } from 'prom-client';
import type { z } from 'zod';

export const refusal = (code: ErrorCode, message?: string): Refusal => ({
  ok: false,
  ...errorBody(code, message),
});

/** Answers where there is something to answer to: what a client sends as acknowledgement may be anything. */
export const answer = <Ack>(ack: unknown, value: Ack): void => {
  if (typeof ack === 'function') ack(value);
};

/** The message as its schema has it; throws INVALID_INPUT. */
export const validated = <S extends z.ZodType>(schema: S, message: unknown): z.output<S> => {
  const parsed = schema.safeParse(message);
  if (!parsed.success) throw errorOf('INVALID_INPUT');
  return parsed.data;
};

/** The room number of a message that may be anything, for the word of refusal. */
export const roomIdIn = (message: unknown): string => {
  const roomId: unknown = (message as { roomId?: unknown } | null | undefined)?.roomId;
  return typeof roomId === 'string' ? roomId.slice(0, 20) : '';
};

/** Turns what a handler threw into a refusal; only bugs are logged. */
export type Failed = (error: unknown, event: string) => Refusal;

export const createFailed =
  (logger: Logger, dropped: Counter<'reason'>): Failed =>
  (error, event) => {
    const { code, message } = toAppError(error);
    if (code === 'INTERNAL') logger.error({ err: error, event }, 'unexpected error');
    dropped.inc({ reason: code });
    return refusal(code, message);
  };
