import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { watchKeys } from './key-metrics.ts';
import { type LiveFile, openLiveFile, type WatchContext } from './live-file.ts';

/** Public keys of accepted token signers, by `kid`; two or more during a rotation. */
export type PublicKeys = ReadonlyMap<string, KeyObject>;

const PEM_BEGIN = /-----BEGIN ([A-Z ]+)-----/g;
const PUBLIC_PEM = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g;

/**
 * Returns the `kid` of a P-256 key, from its public or private half: its JWK thumbprint (RFC 7638). Throws for
 * another kind of key.
 */
export function keyIdOf(key: KeyObject): string {
  const { crv, kty, x, y } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' });
  if (crv !== 'P-256') throw new Error('a key is not of the curve P-256 (ES256)');
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

/** Reads one or more PEM blocks of public keys. Throws a one-line description of the mistake. */
export function parsePublicKeys(text: string): PublicKeys {
  const labels = [...text.matchAll(PEM_BEGIN)].map(([, label]) => label);
  if (labels.length === 0) throw new Error('it holds no public key in PEM');
  const foreign = labels.find((label) => label !== 'PUBLIC KEY');
  if (foreign !== undefined) throw new Error(`it holds a ${foreign}; only public keys belong there`);
  const blocks = text.match(PUBLIC_PEM) ?? [];
  if (blocks.length < labels.length) throw new Error('one of its public keys is cut off');
  const keys = blocks.map((pem) => createPublicKey(pem));
  return new Map(keys.map((key) => [keyIdOf(key), key]));
}

/**
 * Opens a file of public keys, which is reloaded on change. Rejects with a one-line description if it is invalid at
 * the start.
 */
export async function openPublicKeys(path: string, context: WatchContext): Promise<LiveFile<PublicKeys>> {
  const { logger, metrics } = context;
  const keys = await openLiveFile({ path, parse: parsePublicKeys, logger, metrics, now: Date.now });
  watchKeys(metrics, 'verify', async () => [...(await keys()).keys()]);
  return keys;
}
