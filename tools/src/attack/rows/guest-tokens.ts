import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GUEST_LIFE } from '@doushouqi/protocol';
import { apiFrom, signTestToken } from '@doushouqi/service-kit/testing';
import type { Attack } from '../attack.ts';
import { inWords, isOnly, outcome, tallyOf } from '../outcome.ts';

const PASSWORD = 'correct horse';

/** Returns the token with another payload under the old signature. */
function withoutClaim(token: string): string {
  const [head = '', payload = '', signature = ''] = token.split('.');
  const { guest: _, ...claims } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}

export const guestTokens: Attack = {
  name: 'guest-tokens',
  what: 'Uses the token of a guest after its expiry, after the registration, and with the claim removed.',
  aim: 'Every call is refused; nothing renews or registers by them.',
  filesOfMachine: true,
  async run({ platform, newAddress }) {
    const address = newAddress();
    const as = (token: string | null) => apiFrom(platform.url, address, token);
    const { access_token: token, user } = await as(null).createGuest({ body: {} });
    const key = readFileSync(join(platform.keysDir, 'jwt-private.pem'), 'utf8');
    const issuedAt = Date.now() - GUEST_LIFE - 60_000;
    const lifetimeSeconds = GUEST_LIFE / 1_000;
    const expired = signTestToken(user._id, key, { issuedAt, lifetimeSeconds, guest: true });
    const form = () => ({
      username: `u_${randomBytes(6).toString('hex')}`,
      password: PASSWORD,
      confirmPassword: PASSWORD,
    });
    const tryAll = async (one: string) => {
      const api = as(one);
      return tallyOf([
        await outcome(api.getMe()),
        await outcome(api.renewGuest()),
        await outcome(api.registerGuest({ body: form() })),
        await outcome(api.joinRoom({ body: { roomId: randomBytes(6).toString('hex') } })),
        await outcome(api.joinPairing({ body: { initial: 5, increment: 3, rated: true } })),
      ]);
    };
    const afterExpiry = await tryAll(expired);
    const changed = await tryAll(withoutClaim(token));
    await as(token).registerGuest({ body: form() });
    const afterRegistration = await tryAll(token);
    return {
      figures: {
        'after expiry': inWords(afterExpiry),
        'without the claim': inWords(changed),
        'after registration': inWords(afterRegistration),
      },
      holds:
        isOnly(afterExpiry, ['TOKEN_EXPIRED']) &&
        isOnly(changed, ['UNAUTHORIZED']) &&
        isOnly(afterRegistration, ['TOKEN_EXPIRED']),
    };
  },
};
