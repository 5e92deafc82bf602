import type { PushNotification } from '@doushouqi/protocol';
import { beforeEach, expect, test, vi } from 'vitest';
import { attendPushes, noteOf, type PushScope } from './push.ts';

const TURN: PushNotification = { kind: 'turn', name: null, id: 'K2F' };
const MESSAGE: PushNotification = { kind: 'message', name: '山君', id: 'a1' };

test.each<[PushNotification, string, string]>([
  [TURN, '轮到你了', '/play/room/K2F'],
  [{ kind: 'invitation', name: '山君', id: 'K2F' }, '山君 邀请你对局', '/play/room/K2F'],
  [{ kind: 'challenge', name: '山君', id: 'c1' }, '山君 向你挑战', '/challenge/c1'],
  [{ kind: 'friendRequest', name: '山君', id: 'a1' }, '山君 想加你为好友', '/#friends'],
  [MESSAGE, '山君 发来私信', '/#friends'],
  [{ kind: 'tournament', name: '小雪杯', id: 't1' }, '小雪杯 开始签到了', '/tournament/t1'],
  [{ kind: 'tournament', name: '小雪杯', id: 't1', roomId: 'K2F' }, '小雪杯 轮到你上场', '/play/room/K2F'],
])('%o has a title and a page', (call, title, url) => {
  expect(noteOf(call)).toMatchObject({ title, options: { data: { url } } });
});

test('a reminder says how much time is left', () => {
  expect(noteOf({ ...TURN, hoursLeft: 4 })?.options.body).toBe('还剩 4 小时，到时没走就判负');
  expect(noteOf({ ...TURN, hoursLeft: '4' })?.options.body).toBe('点这里回到棋盘');
});

test.each([
  null,
  'turn',
  { kind: 'turn' },
  { kind: 'toString', name: '山君', id: 'a' },
  { kind: 'message', name: null, id: 'a' },
  { kind: 'tournament', name: null, id: 't1', roomId: 'K2F' },
  { kind: 'turn', name: null, id: 'x'.repeat(65) },
])('%o is no call', (value) => {
  expect(noteOf(value)).toBeNull();
});

test('an id stays in its place of the address', () => {
  expect(noteOf({ ...TURN, id: '../x?y#z' })?.options.data.url).toBe('/play/room/..%2Fx%3Fy%23z');
});

/** A window of the site. */
interface Shown {
  url: string;
  visibilityState: DocumentVisibilityState;
  focus: () => Promise<unknown>;
  navigate: (url: string) => Promise<unknown>;
  isControlled?: boolean;
}
let windows: Shown[];
const shown = vi.fn(async () => undefined);
const opened = vi.fn(async () => null);
const subscribe = vi.fn(async () => ({}) as PushSubscription);

function windowAt(path: string, more: Partial<Shown> = {}): Shown {
  const page = {
    url: `https://x${path}`,
    visibilityState: 'hidden' as const,
    focus: vi.fn(async () => undefined),
    navigate: vi.fn(async () => undefined),
    ...more,
  };
  windows.push(page);
  return page;
}

async function matchAll({ includeUncontrolled }: { includeUncontrolled: boolean }): Promise<Shown[]> {
  return windows.filter(({ isControlled = true }) => includeUncontrolled || isControlled);
}

/** Sends an event to the worker and waits until it is handled. */
async function send(name: string, event: object): Promise<void> {
  const listeners = new Map<string, (event: object) => void>();
  const scope = {
    registration: { pushManager: { subscribe }, showNotification: shown },
    clients: { matchAll, openWindow: opened },
    addEventListener: (type: string, listen: (event: object) => void) => void listeners.set(type, listen),
  };
  attendPushes(scope as unknown as PushScope);
  const work: Promise<unknown>[] = [];
  listeners.get(name)?.({ ...event, waitUntil: (one: Promise<unknown>) => void work.push(one) });
  await Promise.all(work);
}
function push(call: unknown): Promise<void> {
  return send('push', { data: { json: () => call } });
}
function click(url: string): Promise<void> {
  return send('notificationclick', { notification: { close: () => undefined, data: { url } } });
}

beforeEach(() => {
  windows = [];
  vi.clearAllMocks();
});

test('shows a call while no page is on screen', async () => {
  windowAt('/');
  await push(TURN);
  expect(shown).toHaveBeenCalledExactlyOnceWith('轮到你了', expect.objectContaining({ tag: 'turn K2F' }));
});

test('shows nothing while a page is on screen, nor what is no call', async () => {
  await push({ kind: 'advertisement', name: 'x', id: 'y' });
  await send('push', { data: null });
  windowAt('/', { visibilityState: 'visible' });
  await push(TURN);
  expect(shown).not.toHaveBeenCalled();
});

test('a press focuses the window of the game', async () => {
  windowAt('/');
  const game = windowAt('/play/room/K2F');
  await click('/play/room/K2F');
  expect(game.focus).toHaveBeenCalledOnce();
  expect([game.navigate, opened].every((one) => vi.mocked(one).mock.calls.length === 0)).toBe(true);
});

test('a press reuses a window that is at no board, and otherwise opens one', async () => {
  const playing = windowAt('/play/room/other');
  await click('/play/room/K2F');
  expect(opened).toHaveBeenCalledExactlyOnceWith('/play/room/K2F');
  expect(playing.navigate).not.toHaveBeenCalled();
  const home = windowAt('/');
  await click('/play/room/K2F');
  expect(home.navigate).toHaveBeenCalledExactlyOnceWith('/play/room/K2F');
  expect(opened).toHaveBeenCalledOnce();
});

test('a press opens a window where another worker controls the one that is there', async () => {
  // The browser allows one window for a press.
  const { focus } = windowAt('/', { isControlled: false });
  await click('/challenge/c1');
  expect(opened).toHaveBeenCalledExactlyOnceWith('/challenge/c1');
  expect(focus).not.toHaveBeenCalled();
});

test('a press on a call of a friend opens the friends in the window at home', async () => {
  const home = windowAt('/');
  await click('/#friends');
  expect(home.focus).toHaveBeenCalledOnce();
  expect(home.navigate).toHaveBeenCalledExactlyOnceWith('/#friends');
});

test('a subscription that ends without a successor is renewed with its options', async () => {
  const options = { userVisibleOnly: true, applicationServerKey: null };
  await send('pushsubscriptionchange', { oldSubscription: { options } });
  expect(subscribe).toHaveBeenCalledExactlyOnceWith(options);
  await send('pushsubscriptionchange', { oldSubscription: { options }, newSubscription: {} });
  expect(subscribe).toHaveBeenCalledOnce();
});
