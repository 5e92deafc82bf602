import type { Proof } from '@doushouqi/protocol';
import { AppError, errorOf } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import type { Origin } from '../policies/origin.ts';
import { isProven, issueChallenge } from '../policies/proofs.ts';
import { assertOpenOrigin } from './closures.ts';

/** What the beginning of an account needs: a guest's, a member's, or a guest who registers. */
export type NewAccounts = Pick<
  AuthContext,
  'users' | 'nicknames' | 'moderator' | 'access' | 'attempts' | 'origins' | 'signingKey' | 'now'
>;
type WorkContext = Pick<AuthContext, 'attempts' | 'signingKey' | 'now'>;

/** Throws PROOF_REQUIRED with a new challenge unless the proof is valid, unused and for this address. */
async function assertWorked(
  { attempts, signingKey, now }: WorkContext,
  proof: Proof | undefined,
  address: string,
): Promise<void> {
  const key = await signingKey();
  const refusal = () =>
    errorOf('PROOF_REQUIRED', { challenge: issueChallenge(key, address, now()), retryAfter: 1 });
  if (proof === undefined || !isProven(key, proof, address, now())) throw refusal();
  await attempts.useProof(proof.salt).catch((error: unknown) => {
    throw error instanceof AppError ? refusal() : error;
  });
}

function closed(code: 'REGISTRATION_CLOSED' | 'GUESTS_CLOSED', text: string): AppError {
  return errorOf(code, text === '' ? {} : { message: text });
}

/**
 * Counts a registration. Throws REGISTRATION_CLOSED with the operator's text, as `assertOpenOrigin`, PROOF_REQUIRED with a challenge if the
 * operator demands proof, and REGISTRATION_LOCKED at the address's limit.
 */
export async function admitRegistration(
  context: WorkContext & Pick<AuthContext, 'access' | 'origins'>,
  proof: Proof | undefined,
  from: Pick<Origin, 'address' | 'deviceHash'>,
): Promise<void> {
  const { address } = from;
  const { registration, text } = await context.access();
  if (registration === 'closed') throw closed('REGISTRATION_CLOSED', text);
  await assertOpenOrigin(context, null, from);
  if (registration === 'proof') await assertWorked(context, proof, address);
  await context.attempts.countRegistration(address);
}

/**
 * Counts a new guest. Throws GUESTS_CLOSED with the operator's text, as `assertOpenOrigin`, PROOF_REQUIRED with a challenge near the address's
 * limit, and GUESTS_LOCKED at it.
 */
export async function admitGuest(
  context: WorkContext & Pick<AuthContext, 'access' | 'origins'>,
  proof: Proof | undefined,
  from: Pick<Origin, 'address' | 'deviceHash'>,
): Promise<void> {
  const { address } = from;
  const { attempts } = context;
  const { guests, text } = await context.access();
  if (!guests) throw closed('GUESTS_CLOSED', text);
  await assertOpenOrigin(context, null, from);
  if (await attempts.needsProof(address)) await assertWorked(context, proof, address);
  await attempts.countGuest(address);
}
