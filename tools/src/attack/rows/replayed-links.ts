import { setTimeout as delay } from 'node:timers/promises';
import { apiFrom } from '@doushouqi/service-kit/testing';
import type { Attack } from '../attack.ts';
import { times } from '../logins.ts';
import { inWords, isOnly, outcome, tallyOf } from '../outcome.ts';

const USES = 10;
const REQUESTS = 12;
const ALLOWED = 3;
const PASSWORD = 'another horse';
const ARRIVES_WITHIN_MS = 10_000;

export const replayedLinks: Attack = {
  name: 'replayed-links',
  what: `Uses a link from an e-mail ${USES} times in parallel and again later, changes its token, and asks for ${REQUESTS} e-mails to one account.`,
  aim: 'A link counts once; 3 e-mails to an account in an hour.',
  filesOfMachine: true,
  async run({ platform, newAddress, register, mails }) {
    const owner = await register('收信人');
    const box = `${owner.username}@example.test`;
    const as = (token: string | null) => apiFrom(platform.url, newAddress(), token);
    const mailAt = async (n: number): Promise<string> => {
      for (let waited = 0; waited < ARRIVES_WITHIN_MS; waited += 50) {
        const token = mails.filter(({ to }) => to === box)[n]?.token;
        if (token !== undefined) return token;
        await delay(50);
      }
      throw new Error('no e-mail');
    };
    await as(owner.token).setEmail({ body: { email: box, password: owner.password } });
    const verifying = await mailAt(0);
    const verified = tallyOf(
      await times(USES, () => outcome(as(null).verifyEmail({ body: { token: verifying } }))),
    );
    const { username } = owner;
    const asked = tallyOf(await times(REQUESTS, () => outcome(as(null).askForReset({ body: { username } }))));
    // A later link replaces an earlier one, so only the last of them may still count.
    const links = await Promise.all([1, 2, 3].map(mailAt));
    const use = (token: string) =>
      outcome(as(null).resetPassword({ body: { token, password: PASSWORD, confirmPassword: PASSWORD } }));
    const changed = await use(`${links[2]!.slice(0, -1)}${links[2]!.endsWith('A') ? 'B' : 'A'}`);
    const uses = tallyOf(
      await Promise.all(links.flatMap((token) => Array.from({ length: USES }, () => use(token)))),
    );
    const later = tallyOf(await Promise.all(links.map(use)));
    return {
      figures: {
        verifications: inWords(verified),
        requests: inWords(asked),
        'changed token': String(changed),
        resets: inWords(uses),
        later: inWords(later),
      },
      holds:
        verified.get('taken') === 1 &&
        asked.get('taken') === ALLOWED &&
        changed === 'LINK_INVALID' &&
        uses.get('taken') === 1 &&
        isOnly(later, ['LINK_INVALID']),
    };
  },
};
