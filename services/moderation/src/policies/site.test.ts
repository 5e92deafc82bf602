import { NOTHING_SET } from '@doushouqi/protocol/server';
import { expect, it, test } from 'vitest';
import { changedByTime, changedSettings, changeText, curveOf, SAMPLE_MS, SAMPLES_OF_DAY } from './site.ts';

const HOUR = 3_600_000;
/** Noon of China. */
const NOON = Date.UTC(2026, 10, 18, 4);

const SPRING = { id: 'a'.repeat(24), zh: '周末擂台', from: NOON, until: NOON + HOUR };
const NEW = { id: 'b'.repeat(24), zh: '新人场', from: NOON, until: null };

test('a curve has a place for every five minutes of the day', () => {
  const curve = curveOf(0, [
    { _id: SAMPLE_MS, online: 7 },
    { _id: 3 * SAMPLE_MS, online: 9 },
  ]);
  expect(curve.length).toBe(SAMPLES_OF_DAY);
  expect(curve.slice(0, 5)).toEqual([null, 7, null, 9, null]);
});

test('what is shown changes by itself at the times of announcements and of a maintenance', () => {
  const maintenance = { startsAt: NOON + 30 * HOUR, minutes: 60, text: '升级', readOnly: true };
  const changes = (at: number) => changedByTime({ announcements: [SPRING, NEW], maintenance }, at - 1, at);
  const times = [NOON, NOON + HOUR, NOON + 6 * HOUR, NOON + 30 * HOUR, NOON + 31 * HOUR];
  expect(times.map(changes)).toEqual(Array(5).fill(true));
  expect([NOON - 1, NOON + 1, NOON + 2 * HOUR].map(changes)).toEqual([false, false, false]);
});

it('changes the named fields, and drops announcements that are over', () => {
  const before = { ...NOTHING_SET, announcements: [SPRING, NEW], groupNumber: '1' };
  const after = changedSettings(before, { features: { rated: false } }, NOON + HOUR);
  expect(after).toEqual({
    ...before,
    announcements: [NEW],
    features: { lobbyChat: true, rated: false },
  });
});

it.each([
  [{}, {}, '站点设置没有变化'],
  [{}, { readOnly: true, bots: false }, '关闭机器人，打开只看不下'],
  [{}, { registration: 'closed', guests: false }, '暂停注册，暂停新游客'],
  [
    { registration: 'closed', guests: true },
    { registration: null, guests: null },
    '注册按配置文件，游客按配置文件',
  ],
  [{}, { groupNumber: '12', showsGroup: false }, '群号改为 12，首页不显示群号'],
  [{}, { features: { lobbyChat: false, rated: true } }, '关闭大厅聊天'],
  [
    { features: { lobbyChat: true, rated: false } },
    { features: { lobbyChat: true, rated: true } },
    '打开排位',
  ],
  [
    { announcements: [SPRING] },
    { announcements: [{ ...SPRING, until: null }, NEW] },
    '改公告“周末擂台”，发公告“新人场”',
  ],
  [{ announcements: [NEW] }, { announcements: [] }, '撤下公告“新人场”'],
  [
    {},
    { maintenance: { startsAt: NOON, minutes: 20, text: '升级', readOnly: true } },
    '维护通知：11月18日 12:00起 20 分钟',
  ],
])('the log says what changed: %j → %j', (before, after, text) => {
  const settings = (change: object) => ({ ...NOTHING_SET, ...change });
  expect(changeText(settings(before), settings(after), NOON)).toBe(text);
});
