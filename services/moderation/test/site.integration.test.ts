import { randomBytes } from 'node:crypto';
import type { SiteChange } from '@doushouqi/protocol';
import { NOTHING_SET, SITE_KEY } from '@doushouqi/protocol/server';
import { createSite } from '@doushouqi/service-kit';
import { LOBBY_ROOM } from '@doushouqi/service-kit/socket-cluster';
import { outcome } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { takeSample } from '../src/commands/live-site.ts';
import { followSite } from '../src/commands/site.ts';
import { mirrorSite } from '../src/store/site.ts';
import { HOUR, NOON, testModeration } from './fixtures.ts';

const service = await testModeration();
const { calls, clock, context, log, moderator, notices, operator, redis, second } = service;
const { samples, site } = context;

function order(version: number, change: SiteChange, id = randomBytes(12).toString('hex')) {
  return { body: { id, version, change, reason: '试一试' } };
}
const ANNOUNCEMENT = { id: 'a'.repeat(24), zh: '今晚八点擂台', from: NOON, until: NOON + HOUR };
/** What a process reads that has not read before. */
function read() {
  return createSite({ redis, logger: context.logger, now: () => clock.now })();
}

describe('a change', () => {
  it('is stored with a version, read by other processes, and in the log with its reason', async () => {
    await notices.listen([LOBBY_ROOM]);
    const change = { announcements: [ANNOUNCEMENT], registration: 'closed' as const };
    const reply = await operator.api.changeSite(order(0, change));
    expect(reply).toEqual({ version: 1, settings: { ...NOTHING_SET, ...change } });
    expect(await read()).toEqual(reply.settings);
    expect(
      (await log.find().lean()).map(({ by, what, reason, person }) => [by, what, reason, person]),
    ).toEqual([['阿山', '发公告“今晚八点擂台”，暂停注册', '试一试', null]]);
    // Every connection is notified.
    expect(await notices.first(LOBBY_ROOM, 'siteChanged')).toEqual({});
    const shown = await moderator.api.showSite();
    expect(shown).toMatchObject({ version: 1, changed: { at: NOON, by: '阿山' }, settings: reply.settings });
    expect(shown.recent.map(({ what }) => what)).toEqual(['发公告“今晚八点擂台”，暂停注册']);
  });

  it('of an old version is refused and changes nothing', async () => {
    await operator.api.changeSite(order(0, { readOnly: true }));
    expect(await outcome(second.api.changeSite(order(0, { readOnly: false })))).toBe('SITE_CHANGED');
    expect(await outcome(second.api.changeSite(order(7, { readOnly: false })))).toBe('SITE_CHANGED');
    expect((await read()).readOnly).toBe(true);
    expect(await log.countDocuments()).toBe(1);
  });

  it('is one of two that arrive together, also the first ones', async () => {
    const sent = [operator, second].map(({ api }) => outcome(api.changeSite(order(0, { readOnly: true }))));
    expect((await Promise.all(sent)).sort()).toEqual(['SITE_CHANGED', 'done']);
    expect(await log.countDocuments()).toBe(1);
  });

  it('counts once for an id, also after another change', async () => {
    const first = order(0, { bots: false });
    await operator.api.changeSite(first);
    await second.api.changeSite(order(1, { readOnly: true }));
    expect(await operator.api.changeSite(first)).toMatchObject({
      version: 2,
      settings: { bots: false, readOnly: true },
    });
    expect(await log.countDocuments()).toBe(2);
  });

  it('is refused to moderators, who see the settings', async () => {
    expect(await outcome(moderator.api.changeSite(order(0, { readOnly: true })))).toBe('OPERATORS_ONLY');
    expect((await moderator.api.showSite()).version).toBe(0);
    expect(await site.countDocuments()).toBe(0);
  });

  it.each([{ readOnly: 'yes' }, { colors: 1 }, {}, { features: { duels: true } }])(
    'with %j is refused',
    async (change) => {
      expect(await outcome(operator.api.changeSite(order(0, change as never)))).toBe('INVALID_INPUT');
    },
  );
});

describe('tournaments', () => {
  const ARENA = {
    ...{ id: 'night', kind: 'arena' as const, name: '夜猫', timeControl: { initial: 5, increment: 3 } },
    ...{ time: '22:30', weekdays: [5, 6], rated: true, minutes: 45 },
  };
  const CUP = {
    ...{ id: 'cup', kind: 'swiss' as const, name: '月杯', timeControl: { initial: 10, increment: 5 } },
    ...{ time: '18:00', days: [1], rated: true, rounds: 7, checkIn: false, levels: { min: 2, max: 9 } },
  };

  it('have series of both kinds, which are stored whole', async () => {
    const change = { series: [ARENA, CUP], dailyArena: false };
    const { settings } = await operator.api.changeSite(order(0, change));
    expect(settings).toMatchObject(change);
    expect((await read()).series).toEqual([ARENA, CUP]);
    expect((await moderator.api.showSite()).settings.series).toEqual([ARENA, CUP]);
    const next = { series: [{ ...ARENA, minutes: 60 }] };
    await operator.api.changeSite(order(1, next));
    await operator.api.changeSite(order(2, { series: null }));
    expect((await log.find().sort({ _id: 1 }).lean()).map(({ what }) => what)).toEqual([
      '关闭每日擂台，安排系列赛“夜猫”，安排系列赛“月杯”',
      '改系列赛“夜猫”，撤掉系列赛“月杯”',
      '系列赛按配置文件',
    ]);
    expect((await moderator.api.showSite()).files).toMatchObject({ dailyArena: true, series: [] });
  });

  it.each([
    { series: [ARENA, ARENA] },
    { series: [{ ...ARENA, rounds: 5 }] },
    { series: [{ ...CUP, rounds: undefined }] },
    { series: [{ ...ARENA, time: '25:00' }] },
    { series: [{ ...ARENA, timeControl: { initial: 1, increment: 0 } }] },
  ])('refuse %j', async (change) => {
    expect(await outcome(operator.api.changeSite(order(0, change as never)))).toBe('INVALID_INPUT');
  });

  it('are cancelled by both offices, once in the log', async () => {
    const cancel = (id: string, { api } = operator) =>
      api.cancelAnyTournament({ params: { id }, body: { reason: '名字不妥' } });
    for (const who of [moderator, operator]) expect(await cancel('cup-1', who)).toEqual({ name: '小雪杯' });
    expect(calls.done).toEqual(['stopTournament cup-1', 'stopTournament cup-1']);
    expect((await log.find().lean()).map(({ by, what, reason }) => [by, what, reason])).toEqual([
      ['值守', '取消比赛“小雪杯”', '名字不妥'],
    ]);
    expect(await outcome(cancel('begun'))).toBe('TOURNAMENT_BEGUN');
    expect(await log.countDocuments()).toBe(1);
  });
});

it('a mirror that Redis lost, or that a dead process has not written, is written again', async () => {
  await operator.api.changeSite(order(0, { readOnly: true }));
  await redis.del(SITE_KEY);
  await mirrorSite(context);
  expect((await read()).readOnly).toBe(true);
  await redis.set(SITE_KEY, JSON.stringify({ ...NOTHING_SET, bots: false }));
  await mirrorSite(context);
  expect(await read()).toMatchObject({ readOnly: true, bots: true });
});

it('notifies all clients when an announcement begins and ends', async () => {
  const { id } = await service.member();
  const announcement = { ...ANNOUNCEMENT, from: NOON + HOUR, until: NOON + 2 * HOUR };
  await operator.api.changeSite(order(0, { announcements: [announcement] }));
  await notices.wait(id, 1);
  await notices.forget();
  let looked = NOON;
  for (const [hours, events] of [
    [0.5, 0],
    [1, 1],
    [1.5, 1],
    [2, 2],
  ] as const) {
    clock.now = NOON + hours * HOUR;
    looked = await followSite(context, looked);
    await expect.poll(() => notices.of(id).length).toBe(events);
  }
});

describe('figures', () => {
  it('come from the services, with their health and backlog', async () => {
    const { figures, health, files } = await moderator.api.showSite();
    expect(figures).toMatchObject({
      ...{ at: clock.now, online: 0, running: 4, waiting: 3, longestWait: 9_000, connections: 0 },
      ...{ finishedToday: 12, guestsToday: 5, registrationsToday: 2 },
    });
    expect(files).toEqual({
      announcement: '按文件',
      groupNumber: '12 34',
      dailyArena: true,
      series: [],
      registration: 'open',
      guests: true,
    });
    const known = new Map(health.map((one) => [one.name, one]));
    expect(known.get('auth')).toMatchObject({ state: 'up', ms: expect.any(Number) });
    expect(known.get('record')).toMatchObject({ state: 'slow', backlog: 38 });
    expect(known.get('timekeeper')).toMatchObject({ state: 'up', ms: null, backlog: 1 });
    expect(known.get('nodes')).toMatchObject({ state: 'down', processes: 0 });
    expect([known.get('store')?.state, known.get('redis')?.state]).toEqual(['up', 'up']);
  });

  it('that a service does not give are missing, and the others are there', async () => {
    clock.now += HOUR;
    calls.failing.add('countRooms');
    const { figures, health } = await moderator.api.showSite();
    expect(figures).toMatchObject({ running: null, waiting: 3 });
    expect(health.find(({ name }) => name === 'timekeeper')?.state).toBe('down');
  });
});

it('counts the users online every five minutes, once for all processes, beside the week before', async () => {
  const week = 7 * 24 * HOUR;
  for (const at of [NOON - week, NOON, NOON + 60_000, NOON + 300_000]) {
    clock.now = at;
    await Promise.all([takeSample(context), takeSample(context)]);
  }
  expect(await samples.countDocuments()).toBe(3);
  clock.now = NOON + 2 * HOUR;
  const { curve } = await moderator.api.showSite();
  const counted = (list: readonly (number | null)[]) => list.filter((n) => n !== null).length;
  expect([curve.from, curve.today.length, counted(curve.today), counted(curve.before)]).toEqual([
    ...[NOON - 12 * HOUR, 288, 2, 1],
  ]);
});
