import { createPrivateKey } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { keyIdOf, parsePublicKeys, parseServiceTokens, serviceTokenId } from '@doushouqi/service-kit';
import { makeKeyPair, randomSecret, replaceSecret, writeSecret } from './key-files.ts';

const PUBLIC = 'jwt-public.pem';
const PRIVATE = 'jwt-private.pem';
const NEXT = 'jwt-private-next.pem';
const TOKEN = 'service-token';
const DAY_MS = 86_400_000;

/** A step that has no place now; its message says why. */
export class RotationError extends Error {}

/** What the folder of a platform's keys holds. */
export interface KeyState {
  /** The `kid` of every public key, in the order of the file. */
  accepted: string[];
  signs: string;
  /** Made, known as public, and not signing yet. */
  next: string | null;
  /** Since when the signing key is where it is, epoch ms. */
  since: number;
  /** What they are called in metrics; the first is sent. */
  serviceTokens: string[];
}

function read(dir: string, name: string): string {
  return readFileSync(join(dir, name), 'utf8');
}

function kidIn(dir: string, name: string): string {
  return keyIdOf(createPrivateKey(read(dir, name)));
}

/** The public keys of the folder by `kid`, as PEM. */
function publicPems(dir: string): Map<string, string> {
  const keys = parsePublicKeys(read(dir, PUBLIC));
  return new Map([...keys].map(([kid, key]) => [kid, String(key.export({ type: 'spki', format: 'pem' }))]));
}

export function keyState(dir: string): KeyState {
  return {
    accepted: [...publicPems(dir).keys()],
    signs: kidIn(dir, PRIVATE),
    next: existsSync(join(dir, NEXT)) ? kidIn(dir, NEXT) : null,
    since: statSync(join(dir, PRIVATE)).mtimeMs,
    serviceTokens: parseServiceTokens(read(dir, TOKEN)).map(serviceTokenId),
  };
}

/** Step 1: a new pair. Its public half is accepted from now on, the old key goes on signing. */
export function addKey(dir: string): void {
  if (existsSync(join(dir, NEXT))) throw new RotationError('there is a next key already: `switch` comes now');
  const pair = makeKeyPair();
  writeSecret(join(dir, NEXT), pair.privateKey);
  replaceSecret(join(dir, PUBLIC), [...publicPems(dir).values(), pair.publicKey].join(''));
}

/** Step 2, once every process has read the public keys: the new key signs. */
export function switchKey(dir: string): void {
  if (!existsSync(join(dir, NEXT))) throw new RotationError('there is no next key: `add` comes first');
  if (!publicPems(dir).has(kidIn(dir, NEXT)))
    throw new RotationError(`the public half of the next key is not in ${PUBLIC}`);
  replaceSecret(join(dir, PRIVATE), read(dir, NEXT));
  rmSync(join(dir, NEXT));
}

/**
 * Step 3, once no token by an old key can be valid any more: only the signing key, and the next one if there is one,
 * are accepted. `tokenDays`: 0 drops at once, which logs out whoever has a token by an old key.
 */
export function dropKeys(dir: string, tokenDays: number, now: number): void {
  const { signs, next, since } = keyState(dir);
  const waited = (now - since) / DAY_MS;
  if (waited < tokenDays)
    throw new RotationError(
      `tokens by the old key live for ${tokenDays} days and ${waited.toFixed(1)} have passed since the switch; --now drops it all the same and logs their owners out`,
    );
  const kept = [...publicPems(dir)].flatMap(([kid, pem]) => (kid === signs || kid === next ? [pem] : []));
  replaceSecret(join(dir, PUBLIC), kept.join(''));
}

/** The service token in the same three steps: accepted beside the old one, sent, alone. */
export const SERVICE_TOKEN_STEPS = {
  add: (tokens: readonly string[]) => [...tokens, randomSecret()],
  switch: (tokens: readonly string[]) => [...tokens.slice(-1), ...tokens.slice(0, -1)],
  drop: (tokens: readonly string[]) => tokens.slice(0, 1),
} as const;

export function changeServiceTokens(dir: string, step: keyof typeof SERVICE_TOKEN_STEPS): void {
  const tokens = parseServiceTokens(read(dir, TOKEN));
  if (step === 'add' && tokens.length > 1) throw new RotationError('there are two tokens already');
  if (step !== 'add' && tokens.length === 1) throw new RotationError('there is one token: `add` comes first');
  replaceSecret(join(dir, TOKEN), `${SERVICE_TOKEN_STEPS[step](tokens).join('\n')}\n`);
}
