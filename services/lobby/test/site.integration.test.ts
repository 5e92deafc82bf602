import { outcome, setSite } from '@doushouqi/service-kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { testLobby } from './fixtures.ts';

const lobby = await testLobby();
const { as, call, clock, context, newUser, say } = lobby;
const { redis } = context;
const HOUR = 3_600_000;
const ID = 'a'.repeat(24);

/** Sets the site, and lets both processes read it. */
async function set(change: Parameters<typeof setSite>[1]): Promise<void> {
  await setSite(redis, change);
  clock.now += 1_000;
}
function infos() {
  return Promise.all(([0, 1] as const).map((which) => as(null, which).getLobbyInfo()));
}
function announcement(change: object = {}) {
  return { id: ID, zh: '今晚八点擂台', from: clock.now, until: clock.now + HOUR, ...change };
}

afterEach(() => set({}));

describe('an announcement of the console', () => {
  it('takes the place of that of the file on every process, until it ends', async () => {
    await set({ announcements: [announcement({ en: 'Arena tonight at eight' })] });
    const shown = {
      announcement: '今晚八点擂台',
      announcementEn: 'Arena tonight at eight',
      groupNumber: '123',
    };
    expect(await infos()).toEqual([shown, shown]);
    clock.now += HOUR;
    const file = { announcement: '欢迎', groupNumber: '123' };
    expect(await infos()).toEqual([file, file]);
  });

  it('that has not begun is not shown', async () => {
    await set({ announcements: [announcement({ from: clock.now + 60_000 })] });
    expect((await infos())[0]!.announcement).toBe('欢迎');
    clock.now += 60_000;
    expect((await infos())[0]!.announcement).toBe('今晚八点擂台');
  });

  it('leaves the file in place for what it does not set', async () => {
    await set({ groupNumber: '777' });
    expect((await infos())[0]).toEqual({ announcement: '欢迎', groupNumber: '777' });
    await set({ groupNumber: '777', showsGroup: false });
    expect((await infos())[0]).toEqual({ announcement: '欢迎', groupNumber: '' });
  });
});

it('a closed chat refuses lines on every process, and shows what was said', async () => {
  const [one, two] = [newUser(), newUser()];
  await say(one, '大家好');
  await set({ features: { lobbyChat: false, rated: true } });
  for (const which of [0, 1] as const) {
    const said = as(two, which).sayInLobby({ body: { content: '你好' } });
    expect(await outcome(said)).toBe('LOBBY_CLOSED');
  }
  expect((await as(null).listLobby({ query: {} })).map(({ content }) => content)).toEqual(['大家好']);
  await set({});
  expect(await outcome(say(two, '又能说话了'))).toBe('done');
});

it('visitors read what concerns every page', async () => {
  const maintenance = { startsAt: clock.now + HOUR, minutes: 20, text: '升级', readOnly: true };
  await set({ maintenance, features: { lobbyChat: true, rated: false } });
  const shown = { startsAt: maintenance.startsAt, endsAt: maintenance.startsAt + 20 * 60_000, text: '升级' };
  expect(await as(null).getSite()).toEqual({ maintenance: shown, readOnly: false, off: ['rated'] });
  clock.now += HOUR;
  expect((await as(null).getSite()).readOnly).toBe(true);
  clock.now += HOUR;
  expect(await as(null).getSite()).toEqual({ maintenance: null, readOnly: false, off: ['rated'] });
});

it('only services read the file alone', async () => {
  expect((await call('POST', '/internal/lobby/file', { userId: newUser(), body: {} })).status).toBe(401);
});
