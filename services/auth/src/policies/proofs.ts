import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { hasZeroBits, type Proof, type ProofChallenge, provenText } from '@doushouqi/protocol';
import type { SigningKey } from '../tokens.ts';

/** A challenge is valid for this time. Milliseconds. */
export const PROOF_LIFE = 120_000;
/** About 65 000 hashes: 0.1 s on a desktop, 1 s on a slow phone. */
const DIFFICULTY = 16;

type Signed = Omit<ProofChallenge, 'signature'>;

/** The service keeps no challenge: the signature, for one address, shows that it was issued. */
function signatureOf({ key }: SigningKey, { salt, difficulty, expires }: Signed, address: string): Buffer {
  const secret = hkdfSync('sha256', key.export({ type: 'pkcs8', format: 'der' }), '', 'guest proof', 32);
  const text = [salt, difficulty, expires, address].join(' ');
  return createHmac('sha256', Buffer.from(secret)).update(text).digest();
}

/** Issues a challenge for one address; `now` in epoch ms. */
export function issueChallenge(key: SigningKey, address: string, now: number): ProofChallenge {
  const signed = {
    salt: randomBytes(16).toString('base64url'),
    difficulty: DIFFICULTY,
    expires: now + PROOF_LIFE,
  };
  return { ...signed, signature: signatureOf(key, signed, address).toString('base64url') };
}

/** Returns whether a proof solves a challenge that was issued for this address and has not expired. */
export function isProven(key: SigningKey, proof: Proof, address: string, now: number): boolean {
  if (proof.expires <= now) return false;
  const expected = signatureOf(key, proof, address);
  const given = Buffer.from(proof.signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  const hash = createHash('sha256').update(provenText(proof, proof.nonce)).digest();
  return hasZeroBits(hash, proof.difficulty);
}
