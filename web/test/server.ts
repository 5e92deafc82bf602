import { ERRORS, type ErrorCode, errorBody } from '@doushouqi/protocol';
import { vi } from 'vitest';

/** A call of a component: `GET /users/online`, for example, with its query and body. */
export interface SentCall {
  call: string;
  query: Record<string, string>;
  body: unknown;
}

/**
 * Answers the component's calls with the result of `answer`; undefined is 404. Returns the growing list
 * of calls. `vi.restoreAllMocks()` ends it.
 */
export function answerBy(answer: (sent: SentCall) => unknown): SentCall[] {
  const sent: SentCall[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const { pathname, searchParams } = new URL(String(address), window.location.origin);
    const one: SentCall = {
      call: `${init?.method ?? 'GET'} ${pathname.replace(/^\/api/, '')}`,
      query: Object.fromEntries(searchParams),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    sent.push(one);
    const reply = await answer(one);
    if (reply instanceof Response) return reply;
    return reply === undefined ? refusal('NOT_FOUND') : Response.json(reply);
  });
  return sent;
}

/** Answers by method and path without `/api`. */
export function answerCalls(answers: Record<string, unknown>): SentCall[] {
  return answerBy(({ call }) => answers[call]);
}

export function refusal(code: ErrorCode): Response {
  return Response.json(errorBody(code), { status: ERRORS[code].status });
}
