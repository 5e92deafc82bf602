import { createHash, timingSafeEqual } from 'node:crypto';
import { watchKeys } from './key-metrics.ts';
import { type LiveFile, openLiveFile, type WatchContext } from './live-file.ts';

/** Tokens of calls between services: the first is sent and all are accepted, which permits a rotation. */
export type ServiceTokens = readonly [sent: string, ...alsoAccepted: string[]];

/** A fixed token, or the tokens of a live file. */
export type ServiceToken = string | LiveFile<ServiceTokens>;

/** Parses the tokens of a file, one per line. Throws a one-line description of the mistake. */
export function parseServiceTokens(text: string): ServiceTokens {
  const [sent, ...others] = text.split(/\s+/).filter((line) => line !== '');
  if (sent === undefined) throw new Error('it holds no token');
  return [sent, ...others];
}

/**
 * Opens a token file that is reloaded on change. Rejects with a one-line description if it is invalid at the start.
 */
export async function openServiceTokens(
  path: string,
  context: WatchContext,
): Promise<LiveFile<ServiceTokens>> {
  const { logger, metrics } = context;
  const tokens = await openLiveFile({ path, parse: parseServiceTokens, logger, metrics, now: Date.now });
  watchKeys(metrics, 'send', async () => [serviceTokenId((await tokens())[0])]);
  watchKeys(metrics, 'accept', async () => (await tokens()).map(serviceTokenId));
  return tokens;
}

/** Returns the current tokens; the first is sent, all are accepted. */
export async function tokensOf(token: ServiceToken): Promise<ServiceTokens> {
  return typeof token === 'string' ? [token] : token();
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Returns a public id of a service token: part of its digest, which is safe because tokens are random and long. */
export function serviceTokenId(token: string): string {
  return digest(token).toString('base64url').slice(0, 12);
}

/** Returns whether a token is one of these. Compares each in constant time. */
export function isAmong(given: string, tokens: ServiceTokens): boolean {
  const wanted = digest(given);
  return tokens.map((token) => timingSafeEqual(digest(token), wanted)).includes(true);
}
