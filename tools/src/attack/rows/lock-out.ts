import type { Attack } from '../attack.ts';
import { logIn, times } from '../logins.ts';

const ADDRESSES = 3;
const GUESSES = 10;

export const lockOut: Attack = {
  name: 'lock-out',
  what: 'Ten wrong passwords for one account from each of three addresses.',
  aim: 'The owner logs in at home and elsewhere; further guesses are refused.',
  async run(target) {
    const [owner, home] = [await target.register('甲'), target.newAddress()];
    await logIn(target, owner, home);
    const guesser = target.newAddress();
    for (const from of [guesser, ...Array.from({ length: ADDRESSES - 1 }, target.newAddress)]) {
      await times(GUESSES, () => logIn(target, { ...owner, password: 'wrong horse' }, from));
    }
    const verdict = async (from: string, password = owner.password) => {
      const { status, code } = await logIn(target, { ...owner, password }, from);
      return status === 200 ? 'logged in' : String(code);
    };
    const figures = {
      'owner at home': await verdict(home),
      'owner elsewhere': await verdict(target.newAddress()),
      'next guess': await verdict(guesser, 'wrong horse'),
    };
    const isIn = [figures['owner at home'], figures['owner elsewhere']].every((one) => one === 'logged in');
    return { figures, holds: isIn && figures['next guess'] === 'LOGIN_LOCKED' };
  },
};
