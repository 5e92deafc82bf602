import type { ConsoleSession } from '@doushouqi/protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { createConsoleSession } from './session.ts';
import { SessionKeeper } from './session-keeper.ts';

const MINUTE = 60_000;
const SESSION: ConsoleSession = {
  ...{
    access_token: 'secret',
    role: 'operator',
    nickname: '阿山',
    avatar: 'wolf.png',
    userId: '0'.repeat(24),
  },
  ...{ expiresAt: 15 * MINUTE, endsAt: 480 * MINUTE },
};

test('asks once at a time for a renewal, and again after a lost reply', async () => {
  let now = 0;
  const session = createConsoleSession(sessionStorage);
  session.open(SESSION);
  const { promise, reject } = Promise.withResolvers<ConsoleSession>();
  const renew = vi.fn(() => promise);
  const keeper = new SessionKeeper({ session, renew, now: () => now });
  keeper.start();
  onTestFinished(() => {
    keeper.stop();
    session.close();
  });
  now = 6 * MINUTE;
  await userEvent.keyboard('j');
  await userEvent.click(document.body);
  expect(renew).toHaveBeenCalledTimes(1);
  renew.mockResolvedValue({ ...SESSION, access_token: 'later', expiresAt: 21 * MINUTE });
  reject(new Error('lost'));
  await expect
    .poll(() => {
      keeper.look();
      return session.token();
    })
    .toBe('later');
  expect(renew).toHaveBeenCalledTimes(2);
});
