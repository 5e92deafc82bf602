import type { ApiClient, ConsoleSession } from '@doushouqi/protocol';
import { TOTP } from 'otpauth';

/** Period of a code. Milliseconds. */
const PERIOD_MS = 30_000;

/** Returns the code of a secret at a time (epoch ms), as an authenticator app shows it. */
export function codeOf(secret: string, at: number = Date.now()): string {
  return new TOTP({ secret }).generate({ timestamp: at });
}

/**
 * Sets up the second factor of an invited account and opens a session of the console. The session uses the next code, which
 * counts already: the current one was used up.
 */
export async function openConsole(
  visitor: ApiClient,
  credentials: { username: string; password: string },
  invitation: string,
): Promise<{ secret: string; session: ConsoleSession }> {
  const { secret } = await visitor.enrolFactor({ body: { ...credentials, invitation } });
  await visitor.enrolFactor({ body: { ...credentials, invitation, code: codeOf(secret) } });
  const code = codeOf(secret, Date.now() + PERIOD_MS);
  return { secret, session: await visitor.startConsole({ body: { ...credentials, code } }) };
}
