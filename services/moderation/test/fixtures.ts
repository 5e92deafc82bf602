import type { NewSanction, ReportKind, Violation } from '@doushouqi/protocol';
import { mirrorSanctions } from '@doushouqi/service-kit';
import { apiFrom, idOf, PLENTY, signTestToken, testService } from '@doushouqi/service-kit/testing';
import { Types } from 'mongoose';
import { beforeEach } from 'vitest';
import { service } from '../src/service.ts';
import { startPeers } from './peers.ts';

/** A Wednesday noon of China. */
export const NOON = Date.UTC(2026, 10, 18, 4);
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export type Office = 'moderator' | 'operator';

/** The service with peers, an operator, a second one and a moderator, and users of each test's own. */
export async function testModeration(
  limits: Partial<Record<'reports' | 'reportsOfDay', number>> = {},
  { load = 0 } = {},
) {
  const { peers, calls, evidence, play, users } = await startPeers();
  const tested = await testService(service, {
    peers,
    limits: { reads: PLENTY, changes: PLENTY, console: PLENTY, actions: PLENTY, checks: PLENTY, ...limits },
    env: { FAIR_PLAY_LOAD: load },
    given: { finishMs: 3_600_000, sampleMs: 3_600_000 },
  });
  const { clock, context, keys, notices, url } = tested;
  const { reports, sanctions, log, redis } = context;
  let count = 0;
  const newId = (nickname: string, role?: string, username = ''): string => {
    count += 1;
    const _id = idOf(count);
    const user = { _id, username: username || `user${count}`, nickname, avatar: 'cat.png' };
    users.set(_id, { ...user, ...(role && { role }) });
    return _id;
  };
  const staff = (nickname: string, role: Office) => {
    const id = newId(nickname, role);
    return { id, api: apiFrom(url, undefined, signTestToken(id, keys.privateKey, { role })) };
  };
  beforeEach(async () => {
    await tested.clear();
    clock.now = NOON;
    calls.done.length = 0;
    calls.failing.clear();
    for (const known of [play.games, play.moves, play.flags]) known.clear();
    play.returned.length = 0;
  });
  return {
    ...tested,
    storeUrl: context.env.MONGODB_URL,
    ...{ calls, evidence, play, users, reports, sanctions, log, redis, newId },
    operator: staff('阿山', 'operator'),
    second: staff('小满', 'operator'),
    moderator: staff('值守', 'moderator'),
    /** Creates a member, whose notices are captured. */
    async member(nickname = '花豹') {
      const id = newId(nickname);
      await notices.listen([id]);
      return { id, api: tested.as(id) };
    },
    /** Reports the nickname of a user by new reporters, one after the other a minute later. Returns the ids of the reports. */
    async reportName(userId: string, reporters = 1, reason: Violation = 'abuse') {
      for (let n = 0; n < reporters; n += 1) {
        clock.now += 60_000;
        const form = { kind: 'nickname' as ReportKind, id: userId, reason };
        await tested.as(newId(`举报人${n}`)).report({ body: form });
      }
      const stored = await reports.find({ 'line.userId': userId }).sort({ at: 1 }).lean();
      return stored.map(({ _id }) => _id.toString());
    },
    mirrored: async (userId: string) => {
      const text = await redis.get(`{user:${userId}}:sanctions`);
      return text === null ? null : (JSON.parse(text) as unknown);
    },
    /** What a Redis restored from a backup may have. */
    staleMirror: (userId: string) => mirrorSanctions(redis, userId, { mute: NOON + 9 * DAY }, NOON),
  };
}

/** Returns an order of a sanction with an id of its own. */
export function order(userId: string, more: Partial<NewSanction> = {}): NewSanction {
  return {
    id: new Types.ObjectId().toString(),
    userId,
    kind: 'mute',
    violation: 'abuse',
    hours: 24,
    text: '你在对局里辱骂对手，聊天停用 1 天。',
    reason: '三人举报，属实',
    reports: [],
    hidesLines: false,
    ...more,
  };
}
