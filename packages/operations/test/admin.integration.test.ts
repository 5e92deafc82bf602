import { startTestRedis, startTestStore } from '@doushouqi/service-kit/testing';
import { MongoClient } from 'mongodb';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../src/command.ts';
import { asked, PERSON, SITE, site } from './console-peer.ts';

const [store, redis] = await Promise.all([startTestStore(), startTestRedis()]);
const mongo = await MongoClient.connect(store.url);
const db = mongo.db();

afterAll(async () => {
  await Promise.all([mongo.close(), site.stop(), redis.stop()]);
  await store.stop();
});

/** Runs a command; `answers`: what the caller types, then the end of the input. */
async function admin(args: readonly string[], answers: readonly string[] = [], now = 0) {
  const [lines, typed]: [string[], string[]] = [[], [...answers]];
  const secrets: string[] = [];
  const code = await runCommand(['admin', ...args], {
    addresses: () => ({ redisUrl: redis.url, mongodbUrl: store.url }),
    env: { ADMIN_URL: site.url },
    print: (line) => void lines.push(line),
    now: () => now,
    terminal: () => ({
      async ask(question, { isSecret = false } = {}) {
        if (isSecret) secrets.push(question);
        return typed.shift() ?? null;
      },
      close: () => undefined,
    }),
  });
  return { code, lines, secrets };
}
const LOGIN = ['shan', 'right horse', '123456'];

beforeEach(() => {
  asked.length = 0;
});

const CUP = {
  ...{ id: 'cup', kind: 'swiss', name: '月杯', timeControl: { initial: 10, increment: 5 } },
  ...{ time: '18:00', days: [1], rated: true, rounds: 7 },
};

describe('the console as commands', () => {
  it('asks for password and code, acts as the operator, and ends the session', async () => {
    const { code, lines, secrets } = await admin(['reports'], LOGIN);
    expect(code).toBe(0);
    expect(secrets).toEqual(['password: ']);
    expect(asked).toEqual(['startConsole', 'listCases', 'endConsole']);
    expect(lines).toEqual([
      `  60  ${PERSON._id} 花豹  abuse (line)  3 by 3  1970-01-01 00:00  "就这水平"  [小满]`,
      '1 open, 2 sanctions wait for a second operator, 0 appeals',
    ]);
  });

  it('does nothing without the right password', async () => {
    expect(await admin(['reports'], ['shan', 'wrong horse', '123456'])).toMatchObject({ code: 1, lines: [] });
    expect(asked).toEqual(['startConsole']);
    expect((await admin(['reports'], ['shan'])).code).toBe(1);
  });

  it('imposes a sanction on a person by name, for the open reports', async () => {
    const words = ['--text', '聊天停用 1 天。', '--reason', '属实'];
    const { code, lines } = await admin(['impose', '花豹', 'mute', '1d', 'abuse', ...words], LOGIN);
    expect([code, asked.slice(1, -1)]).toEqual([0, ['findPeople', 'showCase', 'impose', 'mute 24 1']]);
    expect(lines[0]).toContain('mute  active  abuse  1970-01-01 00:00 to 1970-01-02 00:00  by 阿山');
  });

  it('imposes a sanction also on the device and the address range of a person', async () => {
    const words = ['--text', '聊天停用 1 天。', '--reason', '属实', '--device', '--range'];
    const { code } = await admin(['impose', '花豹', 'mute', '1d', 'abuse', ...words], LOGIN);
    expect([code, asked.at(-2)]).toEqual([0, 'mute 24 1 device range']);
  });

  it.each([
    ['203.0.113.0/24', 'network 203.0.113.0/24'],
    ['a1b2c3d4e5f60718', 'device a1b2c3d4e5f60718'],
  ])('lists the accounts of %s and stops new ones', async (given, origin) => {
    expect((await admin(['networks'], LOGIN)).lines).toEqual(['no address range or device is limited']);
    const { lines } = await admin(['networks', given], LOGIN);
    expect([asked.at(-2), lines[0]]).toEqual([origin, '7 days: 2 accounts, 5 guests']);
    expect(lines[1]).toMatch(/花豹.*\(closed\)$/);
    const words = ['--text', '停用 7 天，申诉写信。', '--reason', '广告', '--members'];
    const done = await admin(['impose-network', given, 'mute', '7d', 'advert', ...words], LOGIN);
    expect([done.code, asked.at(-2)]).toEqual([0, `${origin} mute 168 true`]);
    const endless = await admin(['impose-network', given, 'mute', 'forever', 'advert', ...words], LOGIN);
    expect([endless.code, asked.at(-2)]).toEqual([1, 'startConsole']);
  });

  it.each([
    ['an ambiguous name', ['case', '两人']],
    ['an unknown name', ['case', '没有']],
    ['an unknown kind', ['impose', '花豹', 'ban', '1d', 'abuse']],
    ['an unknown time', ['impose', '花豹', 'mute', 'soon', 'abuse']],
    ['missing arguments', ['decide', 'x']],
    ['an unknown option', ['reports', '--all']],
  ])('refuses %s and still ends the session', async (_, args) => {
    expect((await admin(args, LOGIN)).code).toBe(1);
    expect(asked.at(-1)).toBe('endConsole');
    expect(asked).not.toContain('impose');
  });

  it('shows the site', async () => {
    const { lines } = await admin(['site'], LOGIN);
    expect(lines).toEqual(
      expect.arrayContaining([
        'version 3, by 小满 1970-01-01 00:01',
        '  1 * 1970-01-01 00:00 to withdrawn  "新人场"',
        '    file: "欢迎"',
        'registration closed',
        'guests on (file)',
        'group 12 (file)',
        'maintenance 1970-01-01 01:00, 20 minutes, no new games: "升级"',
        '  record     slow  4 ms  backlog 38',
        '  nodes      up  2 processes, 312 connections',
      ]),
    );
    expect(lines.find((line) => line.startsWith('figures: '))).toContain('connections ?, finishedToday 1284');
  });

  it.each<[string[], unknown]>([
    [['registration', 'proof'], { registration: 'proof' }],
    [['guests', 'file'], { guests: null }],
    [['lobbyChat', 'off'], { features: { lobbyChat: false } }],
    [['readOnly', 'on'], { readOnly: true }],
    [['group', '000', '000', '001'], { groupNumber: '000 000 001' }],
    [['withdraw', '1'], { announcements: [SITE.settings.announcements[1]] }],
    [['maintenance', 'none'], { maintenance: null }],
    [['dailyArena', 'off'], { dailyArena: false }],
    [['series', 'file'], { series: null }],
    [['series', 'add', JSON.stringify(CUP)], { series: [CUP] }],
    [
      ['maintenance', '2026-12-01T05:00+08:00', '20', '升级', '--open'],
      { maintenance: { startsAt: 1_796_072_400_000, minutes: 20, text: '升级', readOnly: false } },
    ],
    [
      ['announce', '今晚八点擂台', '--until', '2026-12-01T23:30+08:00', '--en', 'Arena'],
      {
        announcements: [
          ...SITE.settings.announcements,
          {
            ...{ id: expect.stringMatching(/^[0-9a-f]{24}$/), zh: '今晚八点擂台', en: 'Arena' },
            ...{ from: expect.any(Number), until: 1_796_139_000_000 },
          },
        ],
      },
    ],
  ])('sets %j', async (words, change) => {
    const { code } = await admin(['site', 'set', ...words, '--reason', '试一试'], LOGIN);
    expect([code, asked[1], asked[2]]).toEqual([0, 'showSite', 'changeSite']);
    expect(JSON.parse(asked[3]!)).toEqual(change);
  });

  it.each([
    ['set'],
    ['set', 'colors', 'on'],
    ['set', 'bots', 'maybe'],
    ['set', 'withdraw', '9'],
    ['set', 'series', 'remove', 'cup'],
    ['set', 'series', 'add', '{"id":"cup"}'],
    ['set', 'announce', '好', '--until', 'later'],
    ['get'],
  ])('refuses site %s %s %s', async (...words) => {
    expect((await admin(['site', ...words, '--reason', '试'], LOGIN)).code).toBe(1);
    expect(asked).not.toContain('changeSite');
  });

  it('cancels a tournament', async () => {
    const { code, lines } = await admin(['cancel', 'abc', '--reason', '名字不妥'], LOGIN);
    expect([code, asked.at(-2), lines.at(-1)]).toEqual([0, 'abc 名字不妥', 'cancelled "小雪杯"']);
  });

  it('reads commands line by line in one session, which it renews', async () => {
    const typed = [
      ...LOGIN,
      'reports',
      '',
      'nonsense',
      `impose "花豹" close forever abuse --text 停用账号。 --reason '又 骂人'`,
      'exit',
    ];
    const { code, lines } = await admin(['shell'], typed, 800_000);
    expect(code).toBe(0);
    expect(asked.filter((name) => name === 'startConsole')).toHaveLength(1);
    expect(asked).toContain('renewConsole');
    expect(asked).toContain('close null 1');
    expect(lines.some((line) => line.includes('admin shell'))).toBe(true);
    expect(lines.at(-1)).toContain('pending');
    expect(asked.at(-1)).toBe('endConsole');
  });

  it('lists flagged persons, shows a check, queues one and hides a flag', async () => {
    expect((await admin(['flags'], LOGIN)).lines).toEqual([
      `${PERSON._id} 花豹  1970-01-01 00:00  (close)`,
      '   96  engine  91% 是引擎首选。',
      '1 persons',
    ]);
    expect((await admin(['flags', '花豹'], LOGIN)).lines).toEqual([
      'flags:',
      '   96  engine  91% 是引擎首选。  [hidden by 小满: "样本太少"]',
      '1 games, 40 decisions: first choice 91 %, expected 56 %, 0 others -',
      '  middle  40  91 % of 56 %  loss 6',
      'evidence 12.3 ± 2.0, behind 0.0',
      'games, most suspicious first:',
      '  1970-01-01 00:00  win  61 plies  first choice 91 %  0 mistakes  4.2 s  g1',
      'reported by 5',
      'a check is waiting',
    ]);
    expect((await admin(['check', '花豹'], LOGIN)).lines).toEqual(['queued']);
    await admin(['unflag', '花豹', 'engine', '样本', '太少'], LOGIN);
    expect(asked).toContain('engine 样本 太少');
    expect((await admin(['unflag', '花豹', 'cheat', 'x'], LOGIN)).code).toBe(1);
  });

  it('shows a case with its lines and position', async () => {
    const { lines } = await admin(['case', PERSON._id], LOGIN);
    expect(lines).toEqual(
      expect.arrayContaining([
        `${PERSON._id} 花豹  online in R7`,
        `  ${'b'.repeat(24)}  line  abuse  open  by 小米粒 (0.50)  "一直骂"`,
        '    > 1970-01-01 00:01 ply 12  花豹: 就这水平',
        '      position: a position',
        'decided for others: mute 24 h ×3',
      ]),
    );
  });
});

describe('on the stores', () => {
  it('lists what it can do', async () => {
    expect((await admin([])).code).toBe(1);
    expect((await admin(['toString'])).code).toBe(1);
  });

  it('makes the first operator, with an entry in the log, and checks the log', async () => {
    await db.collection('users').insertOne({
      ...{
        username: 'ShanJun',
        usernameLower: 'shanjun',
        nickname: '山君',
        passwordHash: 'x',
        role: 'player',
      },
      ...{ guestSeenAt: null, deletesAt: null, deletedAt: null },
    });
    expect((await admin(['operator', 'unknown'])).code).toBe(1);
    expect((await admin(['operator', 'SHANJUN'])).code).toBe(0);
    expect((await admin(['operator', 'shanjun'])).code).toBe(0);
    expect(await db.collection('users').findOne()).toMatchObject({ role: 'operator' });
    const { lines } = await admin(['log']);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toBe('2  1970-01-01 00:00  命令行  任命管理员  山君  "在服务器上任命"');
    const checked = await admin(['log', '--check']);
    expect(checked).toMatchObject({
      code: 0,
      lines: ['2 entries, none changed or missing', expect.any(String)],
    });
    const head = checked.lines[1]!.split(' ').at(-1)!;
    expect((await admin(['log', '--check', '--head', head])).code).toBe(0);
    await db.collection<{ _id: number }>('operatorlog').deleteOne({ _id: 2 });
    expect((await admin(['log', '--check'])).code).toBe(0);
    expect((await admin(['log', '--check', '--head', head])).code).toBe(1);
    await db.collection<{ _id: number }>('operatorlog').updateOne({ _id: 1 }, { $set: { what: '没什么' } });
    expect((await admin(['log', '--check'])).code).toBe(1);
    expect((await admin(['log', '--check', '--head', 'x'])).code).toBe(1);
  });
});
