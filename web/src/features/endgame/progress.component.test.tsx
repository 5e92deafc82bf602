import { beginAttempt, bestChoice, LEVELS, type Level, readSolution, withMove } from '@doushouqi/endgames';
import { formatStepText } from '@doushouqi/rules';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { answerBy, refusal } from '../../../test/server.ts';
import { ME } from '../../../test/users.ts';
import { session } from '../../client/session.ts';
import { KEYS } from '../../client/storage.ts';
import { addStars, useProgress } from './progress.ts';

const [FIRST, SECOND] = LEVELS as [Level, Level];
const OTHER = { ...ME, _id: 'b'.repeat(24) };

/** The account as the server stores it. */
let account: Record<string, number>;
let isAway: boolean;
let sent: string[];

beforeEach(() => {
  account = {};
  isAway = false;
  sent = [];
  answerBy(({ call, body }) => {
    if (isAway) return refusal('UNAVAILABLE');
    if (call === 'GET /endgames') {
      const levels = LEVELS.map(({ id, fen, side, goal, shortest }) => ({
        ...{ id, fen, side, goal, shortest },
        stars: account[id] ?? 0,
      }));
      return { chapters: [{ id: 'all', levels }] };
    }
    const level = /^POST \/endgames\/(.+)\/result$/.exec(call)?.[1];
    if (level === undefined) return undefined;
    const { moves } = body as { moves: string[] };
    sent.push(`${level} ${moves.join(' ')}`);
    account[level] = 3;
    return { stars: 3, best: 3 };
  });
});
afterEach(() => {
  session.logout();
  vi.restoreAllMocks();
  localStorage.clear();
});

function solve(level: Level): string {
  const solution = readSolution(level);
  let attempt = beginAttempt(level);
  const moves: string[] = [];
  for (let best = bestChoice(solution, attempt.game); best; best = bestChoice(solution, attempt.game)) {
    moves.push(formatStepText(best.move));
    attempt = withMove(attempt, best.move);
    if (best.reply === null) break;
    attempt = withMove(attempt, best.reply);
  }
  addStars(attempt, 3);
  return `${level.id} ${moves.join(' ')}`;
}

function logIn(user = ME): void {
  session.login({ access_token: user._id, user });
}

test('a visitor’s stars move to the account that logs in, as moves, and away from the device’s visitors', async () => {
  const { result } = await renderHook(useProgress);
  const moves = solve(FIRST);
  await expect.poll(() => result.current).toEqual({ [FIRST.id]: 3 });
  expect(sent).toEqual([]);
  logIn();
  await expect.poll(() => sent).toEqual([moves]);
  await expect.poll(() => result.current).toEqual({ [FIRST.id]: 3 });
  expect(localStorage.getItem(KEYS.endgames)).toBeNull();
  session.logout();
  await expect.poll(() => result.current).toEqual({});
  account = {};
  logIn(OTHER);
  expect(result.current).toEqual({});
});

test('stars of another device come with the login', async () => {
  account = { [SECOND.id]: 2 };
  const { result } = await renderHook(useProgress);
  logIn();
  await expect.poll(() => result.current).toEqual({ [SECOND.id]: 2 });
});

test('a result that could not be sent is sent when the browser is online again, once', async () => {
  logIn();
  await expect.poll(() => localStorage.getItem(`${KEYS.endgames}:${ME._id}`)).not.toBeNull();
  isAway = true;
  const moves = solve(FIRST);
  isAway = false;
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => sent).toEqual([moves]);
  solve(FIRST);
  await expect.poll(() => localStorage.getItem(`${KEYS.endgames}:${ME._id}`)).toContain('"unsent":[]');
  expect(sent).toEqual([moves]);
});
