import { createHash, randomBytes } from 'node:crypto';

/** An invitation is valid for this time. Milliseconds. */
const INVITATION_LIFE = 48 * 3_600_000;
const INVITATION_BYTES = 24;

/** Stored form of an invitation to set up the second factor of the console. */
export interface StoredInvitation {
  hash: string;
  expiresAt: Date;
}

/** Returns the stored form of an invitation: it has 192 random bits, so a plain hash protects it. Pure. */
export function invitationHash(invitation: string): string {
  return createHash('sha256').update(invitation).digest('base64url');
}

/** Returns a new invitation, which is shown once, and its stored form. `now` in epoch ms. */
export function newInvitation(now: number): { invitation: string; stored: StoredInvitation } {
  const invitation = randomBytes(INVITATION_BYTES).toString('base64url');
  return {
    invitation,
    stored: { hash: invitationHash(invitation), expiresAt: new Date(now + INVITATION_LIFE) },
  };
}
