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

/** A step that is not possible now; its message states why. */
export class RotationError extends Error {}

/** The contents of the folder of keys. */
export interface KeyState {
  /** The `kid` of each public key, in the order of the file. */
  accepted: string[];
  signs: string;
  /** The `kid` of the next signing key, whose public key is accepted already. */
  next: string | null;
  /** Time since which the signing key is in use, epoch ms. */
  since: number;
  /** Ids of the service tokens in metrics; the first is sent. */
  serviceTokens: string[];
}

function read(dir: string, name: string): string {
  return readFileSync(join(dir, name), 'utf8');
}

function kidIn(dir: string, name: string): string {
  return keyIdOf(createPrivateKey(read(dir, name)));
}

/** Returns the public keys of the folder (PEM) by `kid`. */
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

/** Step 1: adds a key pair. Its public key is accepted, and the old key continues to sign. */
export function addKey(dir: string): void {
  if (existsSync(join(dir, NEXT))) throw new RotationError('a next key exists already: run `switch`');
  const pair = makeKeyPair();
  writeSecret(join(dir, NEXT), pair.privateKey);
  replaceSecret(join(dir, PUBLIC), [...publicPems(dir).values(), pair.publicKey].join(''));
}

/** Step 2, after every process has read the public keys: signs with the new key. */
export function switchKey(dir: string): void {
  if (!existsSync(join(dir, NEXT))) throw new RotationError('there is no next key: run `add` first');
  if (!publicPems(dir).has(kidIn(dir, NEXT)))
    throw new RotationError(`the public key of the next key is not in ${PUBLIC}`);
  replaceSecret(join(dir, PRIVATE), read(dir, NEXT));
  rmSync(join(dir, NEXT));
}

/**
 * Step 3, after all tokens of the old key have expired: accepts only the signing key and a next key. `tokenDays`: 0 drops at
 * once, which logs out users with a token of the old key.
 */
export function dropKeys(dir: string, tokenDays: number, now: number): void {
  const { signs, next, since } = keyState(dir);
  const waited = (now - since) / DAY_MS;
  if (waited < tokenDays)
    throw new RotationError(
      `tokens of the old key are valid for ${tokenDays} days, and ${waited.toFixed(1)} have passed since the switch; --now drops it anyway and logs out its users`,
    );
  const accepted = [...publicPems(dir)].flatMap(([kid, pem]) => (kid === signs || kid === next ? [pem] : []));
  replaceSecret(join(dir, PUBLIC), accepted.join(''));
}

/** The same three steps for the service token. */
export const SERVICE_TOKEN_STEPS = {
  add: (tokens: readonly string[]) => [...tokens, randomSecret()],
  switch: (tokens: readonly string[]) => [...tokens.slice(-1), ...tokens.slice(0, -1)],
  drop: (tokens: readonly string[]) => tokens.slice(0, 1),
} as const;

export function changeServiceTokens(dir: string, step: keyof typeof SERVICE_TOKEN_STEPS): void {
  const tokens = parseServiceTokens(read(dir, TOKEN));
  if (step === 'add' && tokens.length > 1) throw new RotationError('two tokens exist already');
  if (step !== 'add' && tokens.length === 1)
    throw new RotationError('only one token exists: run `token-add` first');
  replaceSecret(join(dir, TOKEN), `${SERVICE_TOKEN_STEPS[step](tokens).join('\n')}\n`);
}
