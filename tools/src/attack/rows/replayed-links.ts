import { apiFrom } from '@doushouqi/service-kit/testing';
import type { Attack } from '../attack.ts';
import { logIn, times } from '../logins.ts';
import { linkTo } from '../mails.ts';
import { inWords, isOnly, outcome, tallyOf } from '../outcome.ts';

const USES = 10;
const REQUESTS = 12;
/** To one account: from one network, and from all. */
const ALLOWED = 3;
const ALLOWED_IN_ALL = 10;
const PASSWORD = 'another horse';

export const replayedLinks: Attack = {
  name: 'replayed-links',
  what: `Uses a link from an e-mail ${USES} times in parallel and again later, changes its token, and asks for ${REQUESTS} e-mails to one account, from one network and from one each.`,
  aim: 'A link counts once; 3 e-mails to an account from a network and 10 in all in an hour, besides those of its owner.',
  filesOfMachine: true,
  async run(target) {
    const { platform, newAddress, register, mails } = target;
    const owner = await register('收信人');
    const [home, one] = [newAddress(), newAddress()];
    await logIn(target, owner, home);
    const box = `${owner.username}@example.test`;
    const as = (token: string | null, from = newAddress()) => apiFrom(platform.url, from, token);
    const mailAt = (n: number) => linkTo(mails, box, n);
    await as(owner.token).setEmail({ body: { email: box, password: owner.password } });
    const verifying = await mailAt(0);
    const verified = tallyOf(
      await times(USES, () => outcome(as(null).verifyEmail({ body: { token: verifying } }))),
    );
    const { username } = owner;
    const ask = (from: string) => outcome(as(null, from).askForReset({ body: { username } }));
    const asked = tallyOf(await times(REQUESTS, () => ask(one)));
    const spread = tallyOf(await times(REQUESTS, () => ask(newAddress())));
    const atHome = tallyOf([await ask(home)]);
    // A later link replaces an earlier one, so only the last of them may still count.
    const links = await times(ALLOWED_IN_ALL + 1, (n) => mailAt(n + 1));
    const use = (token: string) =>
      outcome(as(null).resetPassword({ body: { token, password: PASSWORD, confirmPassword: PASSWORD } }));
    const last = links.at(-1)!;
    const changed = await use(`${last.slice(0, -1)}${last.endsWith('A') ? 'B' : 'A'}`);
    const uses = tallyOf(
      await Promise.all(links.flatMap((token) => Array.from({ length: USES }, () => use(token)))),
    );
    const later = tallyOf(await Promise.all(links.map(use)));
    return {
      figures: {
        verifications: inWords(verified),
        requests: inWords(asked),
        'from many networks': inWords(spread),
        'of the owner': inWords(atHome),
        'changed token': String(changed),
        resets: inWords(uses),
        later: inWords(later),
      },
      holds:
        verified.get('taken') === 1 &&
        asked.get('taken') === ALLOWED &&
        spread.get('taken') === ALLOWED_IN_ALL - ALLOWED &&
        isOnly(atHome, ['taken']) &&
        changed === 'LINK_INVALID' &&
        uses.get('taken') === 1 &&
        isOnly(later, ['LINK_INVALID']),
    };
  },
};
