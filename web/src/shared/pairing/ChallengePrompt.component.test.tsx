import type { Challenge } from '@doushouqi/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { answerCalls } from '../../../test/server.ts';
import { ME } from '../../../test/users.ts';
import { api } from '../../client/api.ts';
import { pairingCall } from '../../client/pairing-call.ts';
import { session } from '../../client/session.ts';
import { ChallengePrompt } from './ChallengePrompt.tsx';

const HOUR = 3_600_000;

/** The server's time, also in its replies. */
const now = Date.now();

function inReplies(at: number): Response {
  return Response.json({ challenges: [] }, { headers: { date: new Date(at).toUTCString() } });
}

afterEach(async () => {
  vi.restoreAllMocks();
  // The next test finds the right clock again.
  answerCalls({ 'GET /challenges': inReplies(Date.now()) });
  await api.listChallenges();
  vi.restoreAllMocks();
  pairingCall.setState({ challenges: [] });
  session.logout();
});

test('a friend’s challenge stays on a device whose clock is an hour ahead', async () => {
  session.login({ access_token: 'mine', user: ME });
  const challenge: Challenge = {
    id: 'c1',
    from: { _id: 'a'.repeat(24), nickname: '苍狼', avatar: 'wolf.png' },
    at: now,
    expiresAt: now + 60_000,
    initial: 5,
    increment: 3,
    rated: false,
    color: 'random',
    range: null,
    rating: 1500,
    provisional: false,
    unlisted: true,
    toId: ME._id,
  };
  vi.spyOn(Date, 'now').mockReturnValue(now + HOUR);
  answerCalls({ 'GET /challenges': inReplies(now) });
  await api.listChallenges();
  pairingCall.setState({ challenges: [challenge] });
  await render(<ChallengePrompt />, { wrapper: Providers });
  const card = page.getByRole('alertdialog');
  await expect.element(card).toHaveAttribute('data-ready', 'true');
  await expect.element(card).toBeVisible();
});
