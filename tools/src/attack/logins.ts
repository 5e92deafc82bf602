import { post } from '../measure/requests.ts';
import type { Account, Target } from './attack.ts';

/** What became of a login: the token, or the code of the refusal; and how long that took, in ms. */
export interface Login {
  status: number;
  code: string | undefined;
  ms: number;
}

/** One login from an address of one's choosing. */
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

/** Something done `count` times at once. */
export function times<T>(count: number, act: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => act(n)));
}
