import { ERRORS, type ErrorCode, errorBody } from '@doushouqi/protocol';
import { vi } from 'vitest';

/** What a component asks of the server: `GET /users/online`, say, with the query and the body as they were sent. */
export interface Asked {
  call: string;
  query: Record<string, string>;
  body: unknown;
}

/**
 * Answers the component's calls in place of the server with what `answer` makes of them; undefined is 404. Returns
 * what was asked, which grows. `vi.restoreAllMocks()` ends it.
 */
export function answerBy(answer: (asked: Asked) => unknown): Asked[] {
  const asked: Asked[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const { pathname, searchParams } = new URL(String(address), window.location.origin);
    const one: Asked = {
      call: `${init?.method ?? 'GET'} ${pathname.replace(/^\/api/, '')}`,
      query: Object.fromEntries(searchParams),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    asked.push(one);
    const reply = await answer(one);
    if (reply instanceof Response) return reply;
    return reply === undefined ? refusal('NOT_FOUND') : Response.json(reply);
  });
  return asked;
}

/** The same by method and path without `/api`. */
export function answerCalls(answers: Record<string, unknown>): Asked[] {
  return answerBy(({ call }) => answers[call]);
}

export function refusal(code: ErrorCode): Response {
  return Response.json(errorBody(code), { status: ERRORS[code].status });
}
