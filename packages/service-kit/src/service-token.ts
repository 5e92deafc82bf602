import { createHash, timingSafeEqual } from 'node:crypto';
import { watchKeys } from './key-metrics.ts';
import { type LiveFile, openLiveFile, type WatchedBy } from './live-file.ts';

/** The tokens of calls between services: the first is sent, all are accepted, so that they can be rotated. */
export type ServiceTokens = readonly [sent: string, ...alsoAccepted: string[]];

/** One token for good, or those that a file holds now. */
export type ServiceToken = string | LiveFile<ServiceTokens>;

/** The tokens of a file, one to a line. Throws what is wrong, in one line. */
export function parseServiceTokens(text: string): ServiceTokens {
  const [sent, ...others] = text.split(/\s+/).filter((line) => line !== '');
  if (sent === undefined) throw new Error('it holds no token');
  return [sent, ...others];
}

/** The tokens of a file that is read anew when it changes. Rejects with one clear line when it is wrong at the start. */
export async function openServiceTokens(path: string, context: WatchedBy): Promise<LiveFile<ServiceTokens>> {
  const { logger, metrics } = context;
  const tokens = await openLiveFile({ path, parse: parseServiceTokens, logger, metrics, now: Date.now });
  watchKeys(metrics, 'send', async () => [serviceTokenId((await tokens())[0])]);
  watchKeys(metrics, 'accept', async () => (await tokens()).map(serviceTokenId));
  return tokens;
}

/** What is accepted now, and first of all what is sent. */
export async function tokensOf(token: ServiceToken): Promise<ServiceTokens> {
  return typeof token === 'string' ? [token] : token();
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** By what a service token is called where it must not be shown: part of its digest, as it is random and long. */
export function serviceTokenId(token: string): string {
  return digest(token).toString('base64url').slice(0, 12);
}

/** Whether a token is one of these; each is compared in constant time. */
export function isAmong(given: string, tokens: ServiceTokens): boolean {
  const wanted = digest(given);
  return tokens.map((token) => timingSafeEqual(digest(token), wanted)).includes(true);
}
