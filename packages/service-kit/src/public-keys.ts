import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { watchKeys } from './key-metrics.ts';
import { type LiveFile, openLiveFile, type WatchedBy } from './live-file.ts';

/** The public keys of those who may sign tokens, by `kid`; two or more while keys are rotated. */
export type PublicKeys = ReadonlyMap<string, KeyObject>;

const PEM_BEGIN = /-----BEGIN ([A-Z ]+)-----/g;
const PUBLIC_PEM = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g;

/** The `kid` of a P-256 key, by either half of it: its JWK thumbprint (RFC 7638). Throws for another kind of key. */
export function keyIdOf(key: KeyObject): string {
  const { crv, kty, x, y } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' });
  if (crv !== 'P-256') throw new Error('a key is not of the curve P-256 (ES256)');
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

/** Reads PEM blocks of public keys, one or more. Throws what is wrong, in one line. */
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

/** The keys of a file that is read anew when it changes. Rejects with one clear line when it is wrong at the start. */
export async function openPublicKeys(path: string, context: WatchedBy): Promise<LiveFile<PublicKeys>> {
  const { logger, metrics } = context;
  const keys = await openLiveFile({ path, parse: parsePublicKeys, logger, metrics, now: Date.now });
  watchKeys(metrics, 'verify', async () => [...(await keys()).keys()]);
  return keys;
}
