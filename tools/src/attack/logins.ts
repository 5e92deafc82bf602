import { post } from '../measure/requests.ts';
import type { Account, Target } from './attack.ts';

/** Result of a login: the token, or the code of the refusal; and its duration, ms. */
export interface Login {
  status: number;
  code: string | undefined;
  ms: number;
}

/** Logs in from the given address. */
export async function logIn(
  { platform }: Target,
  { username, password }: Pick<Account, 'username' | 'password'>,
  address: string,
): Promise<Login> {
  const begun = performance.now();
  const response = await post(platform.url, { address }, '/auth/login', { username, password });
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, code, ms: performance.now() - begun };
}

/** Runs `act` `count` times in parallel. */
export function times<T>(count: number, act: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => act(n)));
}
