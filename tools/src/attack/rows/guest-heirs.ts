import { randomBytes } from 'node:crypto';
import { apiFrom } from '@doushouqi/service-kit/testing';
import { io } from 'socket.io-client';
import type { Attack, Target } from '../attack.ts';
import { times } from '../logins.ts';
import { inWords, isOnly, outcome, tallyOf } from '../outcome.ts';

const GUESTS = 10;
/** Renewals of a guest that run at once. */
const RENEWALS = 8;
const PASSWORD = 'correct horse';

/** Registers a guest while its token is renewed without pause. Returns the tokens of the renewals. */
async function registerBesideRenewals({ platform }: Target, address: string): Promise<string[]> {
  const { access_token: token } = await apiFrom(platform.url, address, null).createGuest({ body: {} });
  const api = apiFrom(platform.url, address, token);
  const renewed: string[] = [];
  let isOver = false;
  const renew = async (): Promise<void> => {
    while (!isOver) {
      const reply = await outcome(api.renewGuest());
      if (typeof reply !== 'string') renewed.push(reply.access_token);
    }
  };
  const renewals = times(RENEWALS, renew);
  const body = {
    username: `u_${randomBytes(6).toString('hex')}`,
    password: PASSWORD,
    confirmPassword: PASSWORD,
  };
  await api.registerGuest({ body }).finally(() => {
    isOver = true;
  });
  await renewals;
  return renewed;
}

/** Connects with a token. Returns the code of the refusal. */
function connect({ platform }: Target, address: string, token: string): Promise<string> {
  const socket = io(platform.url, {
    auth: { token },
    extraHeaders: { 'x-forwarded-for': address },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  const answer = new Promise<string>((resolve) => {
    socket.once('connect', () => resolve('taken'));
    socket.once('connect_error', ({ message }) => resolve(message));
  });
  return answer.finally(() => socket.disconnect());
}

export const guestHeirs: Attack = {
  name: 'guest-heirs',
  what: `${GUESTS} guests register while ${RENEWALS} requests renew their tokens; the renewed tokens then read the accounts, renew themselves and connect.`,
  aim: 'Every token of a guest ends with the registration, whatever its time of issue.',
  async run(target) {
    const outcomes: unknown[] = [];
    let renewed = 0;
    for (let n = 0; n < GUESTS; n += 1) {
      const address = target.newAddress();
      const tokens = await registerBesideRenewals(target, address);
      renewed += tokens.length;
      for (const token of tokens) {
        const api = apiFrom(target.platform.url, address, token);
        outcomes.push(await outcome(api.getMe()), await outcome(api.renewGuest()));
      }
      // The last renewals ended beside the registration.
      outcomes.push(
        ...(await times(Math.min(2, tokens.length), (k) => connect(target, address, tokens.at(-1 - k)!))),
      );
    }
    const tally = tallyOf(outcomes);
    return {
      figures: { 'renewed tokens': String(renewed), 'their requests': inWords(tally) },
      holds: renewed > 0 && isOnly(tally, ['TOKEN_EXPIRED']),
    };
  },
};
