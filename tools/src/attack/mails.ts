import { setTimeout as delay } from 'node:timers/promises';
import type { Target } from './attack.ts';

const ARRIVES_WITHIN_MS = 10_000;

/** Returns the tokens of the links that a box has received. */
export function linksTo(mails: Target['mails'], box: string): string[] {
  return mails.filter(({ to, token }) => to === box && token !== '').map(({ token }) => token);
}

/** Resolves to the token of the `n`th link to a box. Rejects after 10 s. */
export async function linkTo(mails: Target['mails'], box: string, n: number): Promise<string> {
  for (let waited = 0; waited < ARRIVES_WITHIN_MS; waited += 50) {
    const token = linksTo(mails, box)[n];
    if (token !== undefined) return token;
    await delay(50);
  }
  throw new Error('no e-mail');
}
