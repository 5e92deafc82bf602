import { randomBytes } from 'node:crypto';
import { apiFrom } from '@doushouqi/service-kit/testing';
import type { Attack } from '../attack.ts';
import { logIn, times } from '../logins.ts';
import { inWords, isOnly, outcome, tallyOf } from '../outcome.ts';

const GUESSES = 60;
const ADDRESSES = 20;
const USES = 10;
/** Default limit of an address. */
const ALLOWED = 20;
const NEW_PASSWORD = 'another horse';

function randomCode(): string {
  return randomBytes(8).toString('hex').toUpperCase();
}

export const guessedCodes: Attack = {
  name: 'guessed-codes',
  what: `Guesses recovery codes, ${GUESSES} from one address and ${ADDRESSES} from one each; uses the same right code ${USES} times in parallel.`,
  aim: 'Guesses end at 20 for an address; the code counts once; the owner still logs in.',
  async run(target) {
    const { platform, newAddress } = target;
    const username = `u_${randomBytes(6).toString('hex')}`;
    const form = {
      username,
      nickname: username.slice(-12),
      password: NEW_PASSWORD,
      confirmPassword: NEW_PASSWORD,
    };
    const owner = await apiFrom(platform.url, newAddress(), null).register({ body: form });
    const use = (code: string, address: string) => {
      const body = { username, code, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
      return outcome(apiFrom(platform.url, address, null).recover({ body }));
    };
    const base = newAddress();
    const guesses = tallyOf(await times(GUESSES, () => use(randomCode(), base)));
    const spread = tallyOf(await times(ADDRESSES, () => use(randomCode(), newAddress())));
    const [code = ''] = owner.recoveryCodes;
    const uses = tallyOf(await times(USES, () => use(code, newAddress())));
    const login = await logIn(target, { username, password: NEW_PASSWORD }, newAddress());
    return {
      figures: {
        'one address': inWords(guesses),
        'many addresses': inWords(spread),
        'one code': inWords(uses),
        'owner’s login': String(login.status),
      },
      holds:
        guesses.get('RECOVERY_FAILED') === ALLOWED &&
        isOnly(guesses, ['RECOVERY_FAILED', 'PASSWORD_LOCKED']) &&
        isOnly(spread, ['RECOVERY_FAILED']) &&
        uses.get('taken') === 1 &&
        login.status === 200,
    };
  },
};
