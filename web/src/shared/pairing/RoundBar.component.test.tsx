import { ARRIVAL_TIME } from '@doushouqi/protocol';
import { BLUE } from '@doushouqi/room-client/testing';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { RED_USER } from '../../../test/ratings.ts';
import { answerBy } from '../../../test/server.ts';
import { tournamentDetails } from '../../../test/tournaments.ts';
import { ME } from '../../../test/users.ts';
import { Sounds } from '../../board/sounds.ts';
import { currentRoom } from '../../client/current-room.ts';
import { forgetRoom, rememberRoom } from '../../client/own-room.ts';
import { realtime } from '../../client/realtime.ts';
import { session } from '../../client/session.ts';
import PairingHost from './PairingHost.tsx';
import { pairedWith, searchStore } from './search.ts';
import { LATEST_FIRST_MOVE, type MyPairing } from './search-state.ts';

/** The next game of a tournament, wherever its player is. */

const GAME = {
  roomId: 'R7',
  opponent: { ...RED_USER, _id: BLUE, nickname: '苍狼' },
  color: 'red',
  context: 'tournament:t1',
} as const;
const NOTHING: MyPairing = { ticket: null, paired: null, pause: null, challenge: null };
/** Until the player is moved to the table. Milliseconds. */
const COURTESY = 8_000;

function Address() {
  return <output data-testid="address">{useLocation().pathname}</output>;
}

/** Shows a page of a player whose game was paired `ago` ms before; null: it is not yet. */
async function show(ago: number | null, path = '/ladder') {
  const paired = ago === null ? null : { ...GAME, at: Date.now() - ago };
  answerBy(({ call }) => {
    // Without a game there is no reply: it would be older than the event of the game.
    if (call === 'GET /pairing/mine') return paired ? { ...NOTHING, paired } : undefined;
    if (call === 'GET /tournaments/t1') return tournamentDetails({ round: 4 });
    return undefined;
  });
  return render(
    <>
      <PairingHost />
      <Address />
    </>,
    { wrapper: ({ children }) => <Providers path={path}>{children}</Providers> },
  );
}

const bar = page.getByRole('complementary', { name: '比赛的下一局' });
const address = page.getByTestId('address');
function found() {
  return searchStore.getState().search;
}

beforeEach(() => session.login({ access_token: 't', user: ME }));
afterEach(async () => {
  await cleanup();
  forgetRoom('R7');
  session.logout();
  currentRoom.setState({ roomId: null, playing: false, rated: false });
  Reflect.deleteProperty(document, 'hidden');
  vi.restoreAllMocks();
});

test('names opponent, round and tournament, and counts down to the seat', async () => {
  await show(null);
  pairedWith(GAME);
  await expect.element(bar.getByText('第 4 轮：苍狼')).toBeVisible();
  await expect.element(bar.getByText('小雪杯 · 你先走')).toBeVisible();
  await expect.element(bar.getByTitle(/^(30|2\d) 秒内入座$/)).toBeVisible();
  await expect.element(bar.getByRole('link', { name: '入座' })).toHaveAttribute('href', '/play/room/R7');
});

test('leads to the table by itself, where no other notice waits', async () => {
  await show(COURTESY - 1_000);
  await expect.element(bar).toBeVisible();
  await expect.element(address).toHaveTextContent('/play/room/R7');
  await expect.element(bar).not.toBeInTheDocument();
  await expect.poll(found).toMatchObject({ fresh: false });
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

test('both events of one game, in any order and repeated, give one bar', async () => {
  const listeners = new Map<string, (payload: never) => void>();
  vi.spyOn(realtime, 'onPersonal').mockImplementation((event, listener) => {
    listeners.set(event, listener);
    return () => void listeners.delete(event);
  });
  const { context: _, ...game } = GAME;
  const entry = { ...game, id: 't1', name: '小雪杯', gameId: 'R7', round: 4, at: Date.now() };
  await show(null);
  listeners.get('tournamentPaired')?.(entry as never);
  await expect.element(bar).toBeVisible();
  const before = found();
  listeners.get('paired')?.(GAME as never);
  listeners.get('tournamentPaired')?.(entry as never);
  expect(found()).toBe(before);
  expect(bar.elements()).toHaveLength(1);
});

test('is shown again after a reload during the countdown, with the time that is left', async () => {
  await show(6_000);
  await expect.element(bar.getByTitle(/^2[234] 秒内入座$/)).toBeVisible();
});

test('ends in another window once one shows the table', async () => {
  await show(0);
  await expect.element(bar).toBeVisible();
  rememberRoom(ME._id, 'R7');
  await expect.element(bar).not.toBeInTheDocument();
  expect(found()).toMatchObject({ fresh: false });
  expect(address.element().textContent).toBe('/ladder');
});

test('a running game is not left: the bar counts on to the first move', async () => {
  currentRoom.setState({ roomId: 'R1', playing: true, rated: false });
  await show(35_000);
  await expect.element(bar.getByTitle(/^1[345] 秒内走第一步$/)).toBeVisible();
  expect(address.element().textContent).toBe('/ladder');
});

test('a new game sounds once, and each of the last seconds to take the seat', async () => {
  // The alert of the last test has ended.
  await import('./found-alert.ts');
  const play = vi.spyOn(Sounds.prototype, 'play');
  currentRoom.setState({ roomId: 'R1', playing: true, rated: false });
  await show(ARRIVAL_TIME - 4_000);
  await expect
    .poll(() => play.mock.calls.slice(0, 2))
    .toEqual([
      ['prompt', { urgent: true }],
      ['tick', { urgent: true }],
    ]);
});

test('after the time for the first move it is a game to return to', async () => {
  currentRoom.setState({ roomId: 'R1', playing: true, rated: false });
  await show(LATEST_FIRST_MOVE - 1_000);
  await expect.element(bar).toBeVisible();
  await expect.element(bar).not.toBeInTheDocument();
  expect(found()).toMatchObject({ phase: 'found', fresh: false });
});

test('on the page of the tournament there is no bar, but it leads to the table', async () => {
  await show(COURTESY - 1_000, '/tournament/t1');
  await expect.poll(found).toMatchObject({ fresh: true });
  expect(bar.elements()).toEqual([]);
  expect(address.element().textContent).toBe('/tournament/t1');
  await expect.element(address).toHaveTextContent('/play/room/R7');
});

test('a hidden window flashes its title and stays where it is', async () => {
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  await show(COURTESY);
  await expect.poll(() => document.title).toBe('比赛开局了');
  expect(address.element().textContent).toBe('/ladder');
});

test('says on a phone that it is a game of a tournament', async () => {
  await page.viewport(390, 800);
  await show(null);
  pairedWith(GAME);
  await expect.element(bar.getByText('苍狼', { exact: true })).toBeVisible();
  await expect.element(bar.getByText('第 4 轮 · 你先走')).toBeVisible();
});

test.each([320, 390, 1440])('a long name fits into %i px', async (width) => {
  await page.viewport(width, 800);
  await show(null);
  pairedWith({ ...GAME, opponent: { ...GAME.opponent, nickname: '骑着大象过河的小老鼠米粒' } });
  await expect.element(bar).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(width);
  expect(bar.getByRole('link', { name: '入座' }).element().getBoundingClientRect().right).toBeLessThan(width);
});
