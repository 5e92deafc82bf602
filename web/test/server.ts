import { ERRORS, type ErrorCode, errorBody } from '@doushouqi/protocol';
import { vi } from 'vitest';

/** What a component asks of the server: `GET /users/online`, say, with the bodies as they were sent. */
export interface Asked {
  call: string;
  body: unknown;
}

/**
 * Answers the component's calls in place of the server, by method and path without `/api`; what is not named is 404.
 * Returns what was asked, which grows. `vi.restoreAllMocks()` ends it.
 */
export function answerCalls(answers: Record<string, unknown>): Asked[] {
  const asked: Asked[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const { pathname } = new URL(String(address), window.location.origin);
    const call = `${init?.method ?? 'GET'} ${pathname.replace(/^\/api/, '')}`;
    asked.push({ call, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined });
    return call in answers ? Response.json(answers[call]) : refusal('NOT_FOUND');
  });
  return asked;
}

function refusal(code: ErrorCode): Response {
  return Response.json(errorBody(code), { status: ERRORS[code].status });
}
