import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { letterOf } from '../../test/letters.ts';
import { answerBy, refusal } from '../../test/server.ts';
import { expectToast } from '../../test/toasts.ts';
import { ME } from '../../test/users.ts';
import { realtime } from '../client/realtime.ts';
import { letterPath, letterStore, noteRefusal, type OwnLetter, sanctionAt } from '../client/sanctions.ts';
import { session } from '../client/session.ts';
import { KEYS, storage } from '../client/storage.ts';
import { followOperators } from './operators.ts';
import { createRouter } from './router.tsx';

const MUTE = letterOf({}, Date.now());
const ARRIVED = '值守给你发了一封通知，换页时打开';

let letters: OwnLetter[];
let reports: unknown[];
let returns: unknown[];
let asked: string[];
let stop: () => void;

beforeEach(() => {
  letters = [];
  reports = [];
  returns = [];
  asked = [];
  session.login({ access_token: 'mine', user: ME });
  answerBy(({ call }) => {
    asked.push(call);
    if (call === 'GET /account/sanctions') return letters;
    if (call === 'GET /ratings/mine/returns') return returns;
    return call === 'GET /account/reports' ? reports : { success: true };
  });
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/');
  session.logout();
});

/** Follows the operators at an address. Returns the paths that opened by themselves, and a function that sends the event. */
function follow(path: string, isPlaying = false) {
  window.history.replaceState(null, '', path);
  const went: string[] = [];
  const listen = vi.spyOn(realtime, 'onPersonal');
  stop = followOperators(
    (to) => went.push(to),
    ME._id,
    () => isPlaying,
  );
  const changed = listen.mock.calls.find(([event]) => event === 'lettersChanged')![1] as () => void;
  return { went, changed };
}

function loads(): number {
  return asked.filter((call) => call === 'GET /account/sanctions').length;
}

test('an unread letter opens once at the start of a visit', async () => {
  letters = [MUTE];
  const { went, changed } = follow('/ladder');
  await expect.poll(() => went).toEqual([letterPath(MUTE)]);
  changed();
  await expect.poll(loads).toBe(2);
  expect(went).toHaveLength(1);
});

test.each([
  ['in a room', '/play/room/8K2F7Q', false],
  ['during a game elsewhere', '/play', true],
])('a letter does not open %s: a note says so', async (_, path, isPlaying) => {
  letters = [MUTE];
  const { went } = follow(path, isPlaying);
  await expectToast(ARRIVED);
  expect(went).toEqual([]);
});

test('a letter that arrives later opens with the next page, which follows it', async () => {
  const { went, changed } = follow('/ladder');
  const router = createRouter();
  await expect.poll(loads).toBe(1);
  letters = [MUTE];
  changed();
  await expectToast(ARRIVED);
  expect(went).toEqual([]);
  await router.navigate('/play/room/8K2F7Q');
  expect(router.state.location.pathname).toBe('/play/room/8K2F7Q');
  await router.navigate('/watch?a=1#b');
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe(letterPath(MUTE, '/watch?a=1#b'));
  await router.navigate('/watch');
  expect(router.state.location.pathname).toBe('/watch');
  router.dispose();
});

test('the page of letters shows a new one itself', async () => {
  const { went } = follow('/letters');
  letters = [MUTE];
  await expect.poll(() => letterStore.getState().letters).not.toBeNull();
  expect(went).toEqual([]);
});

test('a refusal by a sanction loads the letters; the mute ends by itself', async () => {
  follow('/');
  await expect.poll(loads).toBe(1);
  letters = [letterOf({ until: Date.now() + 1_000, isSeen: true })];
  noteRefusal('MUTED');
  await expect.poll(() => sanctionAt(letterStore.getState(), 'mute')?.id).toBe(MUTE.id);
  await expect.poll(() => sanctionAt(letterStore.getState(), 'mute')).toBeNull();
});

test('letters that cannot be loaded are loaded by the next event', async () => {
  letters = refusal('UNAVAILABLE') as never;
  const { changed } = follow('/play/room/8K2F7Q');
  await expect.poll(loads).toBe(1);
  letters = [MUTE];
  changed();
  await expectToast(ARRIVED);
});

test('tells the reporter the outcome once, and asks no more', async () => {
  storage.setItem(KEYS.reported, ME._id);
  const report = { id: '9'.repeat(24), kind: 'line', nickname: '广告君', at: 0 };
  reports = [{ ...report, state: 'open', closedAt: null, isSeen: true }];
  const { changed } = follow('/');
  await expect.poll(() => asked).toContain('GET /account/reports');
  reports = [{ ...report, state: 'acted', closedAt: 1, isSeen: false }];
  changed();
  await expectToast('你举报的广告君已处理，谢谢你');
  await expect.poll(() => storage.getItem(KEYS.reported)).toBeNull();
  expect(asked).toContain('POST /account/reports/seen');
});

test('a message about returned points appears once, not during a game', async () => {
  returns = [
    { at: Date.now(), points: 12, isSeen: false },
    { at: 1, points: 3, isSeen: true },
  ];
  const { changed } = follow('/play/room/R7', true);
  changed();
  await expect.poll(() => loads()).toBeGreaterThan(0);
  expect(asked).not.toContain('GET /ratings/mine/returns');
  stop();
  follow('/ladder');
  await expectToast('和你下过的一位棋手用了引擎，退还 12 分');
  await expect.poll(() => asked).toContain('POST /ratings/mine/returns/seen');
});
