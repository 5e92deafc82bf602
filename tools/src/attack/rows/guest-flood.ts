import { createHash } from 'node:crypto';
import { ApiError, hasZeroBits, type ProofChallenge, provenText } from '@doushouqi/protocol';
import { apiFrom } from '@doushouqi/service-kit/testing';
import type { Attack } from '../attack.ts';
import { times } from '../logins.ts';
import { inWords, outcome, tallyOf } from '../outcome.ts';

const REQUESTS = 120;
/** Default of GUESTS_WITHOUT_PROOF. */
const FREE = 10;
const REPLAYS = 20;

function solve(challenge: ProofChallenge): number {
  for (let nonce = 0; ; nonce += 1) {
    const hash = createHash('sha256').update(provenText(challenge, nonce)).digest();
    if (hasZeroBits(hash, challenge.difficulty)) return nonce;
  }
}

export const guestFlood: Attack = {
  name: 'guest-flood',
  what: `Makes ${REQUESTS} guests from one address, then uses one proof of work ${REPLAYS} times in parallel, and from another address.`,
  aim: `${FREE} guests without proof, one with it.`,
  async run({ platform, newAddress }) {
    const address = newAddress();
    const create = (body: object, from = address) => apiFrom(platform.url, from, null).createGuest({ body });
    const flood = tallyOf(await times(REQUESTS, () => outcome(create({}))));
    const refusal = await create({}).catch((error: unknown) => error);
    if (!(refusal instanceof ApiError) || refusal.challenge === null) return { figures: {}, holds: false };
    const { challenge } = refusal;
    const begun = performance.now();
    const proof = { ...challenge, nonce: solve(challenge) };
    const ms = Math.round(performance.now() - begun);
    const elsewhere = newAddress();
    await times(FREE, () => outcome(create({}, elsewhere)));
    const foreign = await outcome(create({ proof }, elsewhere));
    const replayed = tallyOf(await times(REPLAYS, () => outcome(create({ proof }))));
    return {
      figures: {
        'without proof': inWords(flood),
        'one proof': inWords(replayed),
        'from another address': String(foreign),
        'one solution': `${ms} ms`,
      },
      holds: flood.get('taken') === FREE && replayed.get('taken') === 1 && foreign === 'PROOF_REQUIRED',
    };
  },
};
