import { apiFrom } from '@doushouqi/service-kit/testing';
import type { Attack } from '../attack.ts';
import { linkTo } from '../mails.ts';
import { outcome } from '../outcome.ts';
import { DEFENSES, type Defense, stealAccount } from '../theft.ts';

const WAYS: readonly Defense[] = ['password', 'log out others', 'recovery'];

export const survivingLinks: Attack = {
  name: 'surviving-links',
  what: 'A thief with the password asks for a link to an own address; the owner changes the password, logs out other devices or recovers; the thief opens the link.',
  aim: 'Every link ends with the password: LINK_INVALID.',
  filesOfMachine: true,
  async run(target) {
    const { platform, newAddress, mails } = target;
    const figures: Record<string, string> = {};
    for (const way of WAYS) {
      const stolen = await stealAccount(target);
      const box = `thief-of-${stolen.username}@example.test`;
      await stolen.thief.setEmail({ body: { email: box, password: stolen.password } });
      const token = await linkTo(mails, box, 0);
      await DEFENSES[way](target, stolen);
      const opened = await outcome(
        apiFrom(platform.url, newAddress(), null).verifyEmail({ body: { token } }),
      );
      figures[way] = typeof opened === 'string' ? opened : 'the account’s address';
    }
    return { figures, holds: Object.values(figures).every((one) => one === 'LINK_INVALID') };
  },
};
