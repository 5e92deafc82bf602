import { randomBytes } from 'node:crypto';
import type { Attack } from '../attack.ts';
import { logIn, times } from '../logins.ts';

/** Failed attempts per address in 15 minutes, with a margin. */
const ALLOWED = 100;
const GUESSES = 130;
const AT_ONCE = 10;
/** Range for documentation (RFC 3849). */
const RANGE = '2001:db8';

export const ipv6Addresses: Attack = {
  name: 'ipv6-addresses',
  what: 'Guesses passwords of many accounts, each from another address of one IPv6 /64.',
  aim: 'No more guesses than one address has: 100.',
  slow: true,
  async run(target) {
    const network = `${RANGE}:${randomBytes(2).toString('hex')}:2`;
    const codes: (string | undefined)[] = [];
    for (let done = 0; done < GUESSES; done += AT_ONCE) {
      const logins = await times(AT_ONCE, (n) => {
        const username = `u_${randomBytes(6).toString('hex')}`;
        const address = `${network}:${n}::${(done + n).toString(16)}`;
        return logIn(target, { username, password: 'wrong horse' }, address);
      });
      codes.push(...logins.map(({ code }) => code));
    }
    const guesses = codes.filter((code) => code === 'LOGIN_FAILED').length;
    return { figures: { guesses: `${guesses} of ${GUESSES}` }, holds: guesses <= ALLOWED + AT_ONCE };
  },
};
