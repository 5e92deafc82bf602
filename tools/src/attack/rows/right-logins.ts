import type { Attack } from '../attack.ts';
import { logIn, times } from '../logins.ts';

const AT_ONCE = 120;
const STRANGERS = 6;
/** Maximum duration. A hash on a busy machine takes a tenth of it. Milliseconds. */
const BEARABLE_MS = 3_000;

export const rightLogins: Attack = {
  name: 'right-logins',
  what: '120 logins with the right password in parallel to one account from one address, and 120 from one address each.',
  aim: 'All other users log in within 3 s.',
  slow: true,
  async run(target) {
    const [own, base] = [await target.register('甲'), target.newAddress()];
    const others = await times(STRANGERS, () => target.register('乙'));
    const flood = [
      times(AT_ONCE, () => logIn(target, own, base)),
      times(AT_ONCE, () => logIn(target, own, target.newAddress())),
    ];
    // Runs after the queue has filled up.
    await logIn(target, own, target.newAddress());
    const strangers = await Promise.all(others.map((other) => logIn(target, other, target.newAddress())));
    const floods = (await Promise.all(flood)).flat();
    const refused = strangers.filter(({ status }) => status !== 200).length;
    const slowest = Math.max(...strangers.map(({ ms }) => ms));
    const figures = {
      'strangers refused': `${refused} of ${STRANGERS}`,
      'slowest stranger': `${Math.round(slowest)} ms`,
      'hashes for the flood': String(floods.filter(({ status }) => status === 200).length),
    };
    return { figures, holds: refused === 0 && slowest < BEARABLE_MS };
  },
};
