import { apiFrom } from '@doushouqi/service-kit/testing';
import type { Attack } from '../attack.ts';
import { times } from '../logins.ts';
import { inWords, isOnly, outcome, tallyOf } from '../outcome.ts';

const ACCOUNTS = 12;
const REPORTS = 30;
/** Reports of a user in one minute. */
const ALLOWED = 10;

export const falseReports: Attack = {
  name: 'false-reports',
  what: `${ACCOUNTS} accounts report one user; one of them sends ${REPORTS} reports at once, of messages and lines that it never received, with made-up text.`,
  aim: 'Reports change nothing for the reported user; unknown content is refused; 10 reports of an account in a minute.',
  async run({ platform, newAddress, register }) {
    const victim = await register('好人');
    const as = (token: string) => apiFrom(platform.url, newAddress(), token);
    const reporters = await times(ACCOUNTS, () => register('恶人'));
    const reports = tallyOf(
      await Promise.all(
        reporters.map(({ token }) =>
          outcome(as(token).report({ body: { kind: 'nickname', userId: victim.userId } })),
        ),
      ),
    );
    const { token } = await register('造谣');
    const invented = tallyOf(
      await times(REPORTS, (n) => {
        const body =
          n % 2 === 0
            ? { kind: 'message' as const, messageId: n.toString(16).padStart(24, '0') }
            : { kind: 'roomLine' as const, roomId: 'nowhere', lineId: 'x' };
        const invention = { ...body, content: '捏造' };
        return outcome(as(token).report({ body: invention }));
      }),
    );
    const after = await outcome(
      Promise.all([
        as(victim.token).getMe(),
        as(victim.token).sayInLobby({ body: { content: '我还在' } }),
        as(victim.token).joinPairing({ body: { initial: 5, increment: 3, rated: true } }),
      ]).then(() => 'as before'),
    );
    const refused = (invented.get('NOT_FOUND') ?? 0) + (invented.get('ROOM_NOT_FOUND') ?? 0);
    return {
      figures: {
        'of many accounts': inWords(reports),
        'of one account': inWords(invented),
        'reported user': after,
      },
      holds:
        isOnly(reports, ['taken']) &&
        isOnly(invented, ['NOT_FOUND', 'ROOM_NOT_FOUND', 'RATE_LIMITED']) &&
        refused === ALLOWED &&
        after === 'as before',
    };
  },
};
