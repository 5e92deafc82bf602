import { MAX_SPECTATORS, QUEUE_PREFIX, ROOM_QUEUE, type RoomJob } from '@doushouqi/protocol';
import { idOf, outcome } from '@doushouqi/service-kit/testing';
import { Queue } from 'bullmq';
import { describe, expect, test } from 'vitest';
import { BLUE, MESSAGES, RED, REQUESTS, testRoom, WATCHER } from './fixtures.ts';

const room = await testRoom();
const { as, clock, compact, full, join, move, profiles, redis, social, start } = room;

describe('refused bodies', () => {
  test.each([
    ['no time control', {}],
    ['one that is not offered', { initial: 3, increment: 3 }],
    ['halves of two', { initial: 2, increment: 10 }],
    ['text for numbers', { initial: '5', increment: '3' }],
  ])('returns 400 for %s', async (_, body) => {
    const request = { params: { roomId: 'R1' }, body: body as { initial: number; increment: number } };
    await expect(as(RED).setTimeControl(request)).rejects.toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
    });
  });

  test.each([
    ['nothing', {}],
    ['blanks', { content: ' \n ' }],
    ['too much', { content: '长'.repeat(201) }],
    ['an operator', { content: { $ne: '' } }],
    ['an invisible turn of the line', { content: 'a\u202eb' }],
    ['a message without a recipient', { content: '你好', toId: '' }],
    ['something to an operator', { content: '你好', toId: { $ne: null } }],
  ])('returns 400 for %s as a message', async (_, body) => {
    const request = { params: { roomId: 'R1' }, body: body as { content: string } };
    await expect(as(RED).sayInRoom(request)).rejects.toMatchObject({ status: 400, code: 'INVALID_INPUT' });
  });
});

describe('offers', () => {
  const params = (roomId: string) => ({ params: { roomId } });

  test('handles a draw: offer, rejection, cooldown with the seconds left, acceptance', async () => {
    await start('draw');
    await join(WATCHER, 'draw');
    expect(await as(RED).requestDraw(params('draw'))).toMatchObject({
      status: 'playing',
      drawRequester: RED,
    });
    expect(await full('draw')).toMatchObject({
      drawRequester: RED,
      lastAction: { type: 'draw_requested', by: RED, byNickname: '棋手1' },
    });
    await expect(as(WATCHER).cancelDraw(params('draw'))).rejects.toMatchObject({ code: 'NOT_A_PLAYER' });
    expect(await as(BLUE).cancelDraw(params('draw'))).toMatchObject({ status: 'playing' });
    await expect(as(BLUE).cancelDraw(params('draw'))).rejects.toMatchObject({
      status: 409,
      code: 'NO_OFFER',
    });
    clock.now += 12_001;
    await expect(as(RED).requestDraw(params('draw'))).rejects.toMatchObject({
      status: 400,
      code: 'OFFER_COOLDOWN',
      message: '请等待 18 秒后再求和',
    });
    clock.now += 17_999;
    expect(await as(RED).requestDraw(params('draw'))).toMatchObject({ drawRequester: RED });
    expect(await as(BLUE).requestDraw(params('draw'))).toMatchObject({ status: 'draw', drawRequester: null });
    expect(await full('draw')).toMatchObject({ winner: 0, endReason: 'DRAW_AGREED' });
    await as(RED).clearAction(params('draw'));
    expect(await full('draw')).toMatchObject({ lastAction: null });
  });

  test('handles an undo: no move to undo, rejection, cooldown, acceptance', async () => {
    await start('undo');
    await expect(as(RED).requestUndo(params('undo'))).rejects.toMatchObject({ code: 'NOTHING_TO_UNDO' });
    await move('undo', 'red', [0, 6], [0, 5]);
    await as(RED).requestUndo(params('undo'));
    await expect(as(RED).acceptUndo(params('undo'))).rejects.toMatchObject({ code: 'NO_OFFER' });
    await as(BLUE).rejectUndo(params('undo'));
    await expect(as(RED).requestUndo(params('undo'))).rejects.toMatchObject({
      message: '请等待 30 秒后再悔棋',
    });
    clock.now += 30_000;
    await as(RED).requestUndo(params('undo'));
    await as(BLUE).acceptUndo(params('undo'));
    expect(await full('undo')).toMatchObject({
      currentPlayer: 1,
      moveHistory: [],
      undoRequester: null,
      lastAction: { type: 'undo_accepted', by: BLUE, byNickname: '棋手2' },
    });
  });

  test('handles a reset: rejection, new request, acceptance with a new board and clocks', async () => {
    await start('again');
    await move('again', 'red', [0, 6], [0, 5]);
    const { gameId } = await compact('again');
    await as(BLUE).requestReset(params('again'));
    await as(RED).rejectReset(params('again'));
    await expect(as(BLUE).requestReset(params('again'))).rejects.toMatchObject({
      code: 'OFFER_COOLDOWN',
      message: '请等待 30 秒后再请求',
    });
    clock.now += 30_000;
    await as(BLUE).requestReset(params('again'));
    await as(RED).acceptReset(params('again'));
    const room = await compact('again');
    expect(room).toMatchObject({
      record: '000090',
      timeLeft: { player1: 300_000, player2: 300_000 },
      players: [RED, BLUE],
    });
    expect(room.gameId).not.toBe(gameId);
  });

  test('limits requests by user across all kinds and rooms', async () => {
    const hasty = idOf(98);
    const results = await Promise.all(
      Array.from({ length: REQUESTS + 1 }, (_, n) => {
        const call = n % 2 === 0 ? as(hasty).rejectReset : as(hasty).clearAction;
        return call(params(`loop-${n}`)).catch(({ code }: { code: string }) => code);
      }),
    );
    expect(Object.groupBy(results as string[], (code) => code)).toMatchObject({
      ROOM_NOT_FOUND: { length: REQUESTS },
      RATE_LIMITED: ['RATE_LIMITED'],
    });
  });

  test('applies concurrent offers once and concurrent replies once', async () => {
    await start('doors');
    const asked = await Promise.all([1, 2].map(() => as(RED).requestDraw(params('doors'))));
    expect(asked[0]).toEqual(asked[1]);
    const answers = await Promise.allSettled([
      as(BLUE).cancelDraw(params('doors')),
      as(BLUE).cancelDraw(params('doors')),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('refuses offers and replies of spectators, users in other rooms and users without a room', async () => {
    await start('others');
    await join(WATCHER, 'others');
    const calls = ['requestUndo', 'acceptUndo', 'rejectUndo', 'requestDraw', 'cancelDraw'] as const;
    const more = [
      'requestReset',
      'acceptReset',
      'rejectReset',
      'clearAction',
      'clearOfflineSurrender',
    ] as const;
    for (const call of [...calls, ...more]) {
      for (const userId of [WATCHER, idOf(77)]) {
        await expect(as(userId)[call](params('others'))).rejects.toMatchObject({ code: 'NOT_A_PLAYER' });
      }
      await expect(as(RED)[call](params('nowhere'))).rejects.toMatchObject({ status: 404 });
    }
  });

  test('works without nicknames while auth is unavailable', async () => {
    await start('nameless');
    const stranger = idOf(500);
    await join(stranger, 'nameless-2');
    await join(BLUE, 'nameless-2');
    await as(stranger).requestDraw(params('nameless-2'));
    await profiles.stop();
    expect((await full('nameless-2')).lastAction).toMatchObject({ by: stranger, byNickname: '未知棋手' });
    await profiles.start();
  });
});

describe('a waiting room', () => {
  test('only its creator sets the time control, and only before the game starts', async () => {
    const request = { params: { roomId: 'time' }, body: { initial: 10, increment: 5 } };
    await join(RED, 'time');
    await expect(as(BLUE).setTimeControl(request)).rejects.toMatchObject({ code: 'NOT_CREATOR' });
    expect(await as(RED).setTimeControl(request)).toMatchObject({ status: 'waiting' });
    await join(BLUE, 'time');
    expect(await full('time')).toMatchObject({
      timeControl: { initial: 10, increment: 5 },
      timeLeft: { player1: 600_000, player2: 600_000 },
    });
    await expect(as(RED).setTimeControl(request)).rejects.toMatchObject({ code: 'GAME_STARTED' });
  });
});

describe('chat', () => {
  const say = (userId: string, roomId: string, content: string) =>
    as(userId).sayInRoom({ params: { roomId }, body: { content } });

  test('allows players to write and spectators to read, and refuses floods and repetitions', async () => {
    await start('talk');
    await join(WATCHER, 'talk');
    await expect(say(WATCHER, 'talk', '我也想说')).rejects.toMatchObject({
      code: 'SPECTATOR_SILENT',
      message: '观战者不能发送消息',
    });
    await say(RED, 'talk', '  开始吧  ');
    await expect(say(RED, 'talk', '开始吧！')).rejects.toMatchObject({ status: 400, code: 'CHAT_REPEAT' });
    for (const line of ['一', '二', '三']) await say(RED, 'talk', line);
    await expect(say(RED, 'talk', '四')).rejects.toMatchObject({ status: 429, code: 'CHAT_FLOOD' });
    await say(BLUE, 'talk', '<b>好</b>');
    clock.now += 10_000;
    await say(RED, 'talk', '四');
    const { chatMessages } = await full('talk');
    expect(chatMessages.map(({ content }) => content)).toEqual([
      '开始吧',
      '一',
      '二',
      '三',
      '<b>好</b>',
      '四',
    ]);
  });

  test.each(['外挂', '卖外 挂', '外·挂'])('refuses blocked words: %s', async (content) => {
    const roomId = `improper-${content.length}`;
    await start(roomId);
    await expect(say(RED, roomId, content)).rejects.toMatchObject({ status: 400, code: 'IMPROPER_TEXT' });
    expect((await full(roomId)).chatMessages).toEqual([]);
  });

  test('is limited by user across all rooms, with Retry-After', async () => {
    const talker = idOf(600);
    for (let n = 0; n < 5; n++) for (const userId of [idOf(610 + n), talker]) await join(userId, `talk-${n}`);
    for (let n = 0; n < MESSAGES; n++) {
      // A slow talker is no flood in any room.
      clock.now += 3_000;
      await say(talker, `talk-${n % 5}`, String.fromCodePoint(0x4e00 + 7 * n));
    }
    await expect(say(talker, 'talk-0', '再说一句')).rejects.toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
    });
  });
});

describe('a guest in a room', () => {
  test('sends ready-made phrases, and neither other lines nor private messages', async () => {
    const guest = room.asGuest(RED);
    const params = { roomId: 'guest-talk' };
    await guest.joinRoom({ body: params });
    await join(BLUE, 'guest-talk');
    const said = async (body: { content: string; toId?: string }) =>
      outcome(guest.sayInRoom({ params, body }));
    expect(await said({ content: '好棋！' })).toBe('done');
    expect(await said({ content: '加我微信' })).toBe('PHRASES_ONLY');
    expect(await said({ content: '好棋！', toId: BLUE })).toBe('MESSAGES_FOR_MEMBERS');
    const { chatMessages } = await compact('guest-talk');
    expect(chatMessages.map(({ content }) => content)).toEqual(['好棋！']);
  });
});

describe('a private message', () => {
  const tell = (userId: string, roomId: string, toId: string, content = '加个好友吧') =>
    as(userId).sayInRoom({ params: { roomId }, body: { content, toId } });

  test('is delivered through social and does not appear in the room', async () => {
    await start('whisper');
    await join(WATCHER, 'whisper');
    const before = await compact('whisper');
    expect(await tell(RED, 'whisper', BLUE)).toEqual({ status: 'playing', v: before.v });
    expect(await tell(BLUE, 'whisper', RED, '  好的  ')).toEqual({ status: 'playing', v: before.v });
    expect(social.delivered).toMatchObject([
      { fromId: RED, toId: BLUE, content: '加个好友吧' },
      { fromId: BLUE, toId: RED, content: '好的' },
    ]);
    expect(await compact('whisper')).toEqual(before);
    await as(RED).surrender({ params: { roomId: 'whisper' } });
    expect(await tell(RED, 'whisper', BLUE, '下得好')).toMatchObject({ status: 'player2_win' });
  });

  test('is allowed only from a player of the room to the opponent', async () => {
    await start('whisper-2');
    await join(WATCHER, 'whisper-2');
    await join(RED, 'alone');
    const count = social.delivered.length;
    for (const [userId, roomId, toId, code] of [
      [WATCHER, 'whisper-2', RED, 'SPECTATOR_SILENT'],
      [idOf(77), 'whisper-2', RED, 'SPECTATOR_SILENT'],
      [RED, 'whisper-2', WATCHER, 'NOT_OPPONENT'],
      [RED, 'whisper-2', idOf(77), 'NOT_OPPONENT'],
      [RED, 'whisper-2', RED, 'NOT_OPPONENT'],
      [RED, 'alone', BLUE, 'NOT_OPPONENT'],
      [RED, 'nowhere', BLUE, 'ROOM_NOT_FOUND'],
    ] as const) {
      await expect(tell(userId, roomId, toId)).rejects.toMatchObject({ code });
    }
    expect(social.delivered).toHaveLength(count);
  });

  test('returns the refusal of social, and 503 while social is unavailable without stopping the game', async () => {
    await start('whisper-3');
    social.refusal.code = 'NOT_ACCEPTING';
    await expect(tell(RED, 'whisper-3', BLUE)).rejects.toMatchObject({
      status: 400,
      code: 'NOT_ACCEPTING',
      message: '对方暂时不接受请求',
    });
    social.refusal.code = null;
    await social.stop();
    await expect(tell(RED, 'whisper-3', BLUE)).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect(await move('whisper-3', 'red', [0, 6], [0, 5])).toMatchObject({ ok: true });
    await as(BLUE).sayInRoom({ params: { roomId: 'whisper-3' }, body: { content: '我在想' } });
    await social.start();
    await tell(RED, 'whisper-3', BLUE);
  });

  test('counts toward the same limit as chat messages', async () => {
    const [one, two] = [idOf(700), idOf(701)];
    await join(one, 'whisper-4');
    await join(two, 'whisper-4');
    for (let n = 0; n < MESSAGES; n++) await tell(one, 'whisper-4', two);
    await expect(tell(one, 'whisper-4', two)).rejects.toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    await expect(
      as(one).sayInRoom({ params: { roomId: 'whisper-4' }, body: { content: '喂' } }),
    ).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});

describe('spectators', () => {
  test('twenty concurrent joins cause few events, with each user once', async () => {
    await start('spectators');
    const { v } = await compact('spectators');
    const users = Array.from({ length: 20 }, (_, n) => idOf(1_000 + n));
    const begun = performance.now();
    await Promise.all(users.map((userId) => join(userId, 'spectators')));
    const took = performance.now() - begun;
    const room = await compact('spectators');
    expect(room.spectators.toSorted()).toEqual(users);
    // The first at once, the others every 300 ms.
    expect(room.v - v).toBeLessThanOrEqual(1 + Math.ceil(took / 300));
    expect((await join(users[3]!, 'spectators')).spectators).toHaveLength(20);
    expect((await compact('spectators')).v).toBe(room.v);
    expect(await as(users[0]!).leaveSpectating({ params: { roomId: 'spectators' } })).toMatchObject({
      status: 'playing',
    });
    expect((await compact('spectators')).spectators).toHaveLength(19);
  });

  test('the room refuses users over the limit of spectators', async () => {
    await start('full');
    const users = Array.from({ length: MAX_SPECTATORS + 5 }, (_, n) => idOf(2_000 + n));
    const joined = await Promise.allSettled(users.map((userId) => join(userId, 'full')));
    const refused = joined.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(5);
    expect(refused[0]).toMatchObject({ reason: { status: 400, code: 'ROOM_FULL', message: '房间已满' } });
    expect((await compact('full')).spectators).toHaveLength(MAX_SPECTATORS);
    await expect(join(idOf(3_000), 'full')).rejects.toMatchObject({ code: 'ROOM_FULL' });
  });

  /** The user that each job of the queue checks, by room. */
  const checkedUsers = async (): Promise<Map<string, string[]>> => {
    const queue = new Queue<RoomJob['spectators']>(ROOM_QUEUE, { connection: redis, prefix: QUEUE_PREFIX });
    const jobs = (await queue.getJobs(['waiting', 'delayed'])).filter(({ name }) => name === 'spectators');
    await queue.close();
    return new Map(
      jobs.map(({ data: { roomId } }) => [
        roomId,
        jobs.flatMap(({ data }) => (data.roomId === roomId ? data.userIds : [])),
      ]),
    );
  };

  test('are checked by a job, each once, after concurrent joins', async () => {
    await start('watched-2');
    const users = Array.from({ length: 6 }, (_, n) => idOf(4_000 + n));
    await Promise.all(users.map((userId) => join(userId, 'watched-2')));
    for (const userId of users) await join(userId, 'watched-2');
    expect((await checkedUsers()).get('watched-2')?.toSorted()).toEqual(users);
  });

  test('a user who loses the race for the last seat is checked as a spectator', async () => {
    const rooms = Array.from({ length: 5 }, (_, n) => `last-seat-${n}`);
    await Promise.all(rooms.map((roomId, n) => join(idOf(5_000 + n), roomId)));
    const [one, two] = [idOf(6_000), idOf(6_001)];
    await Promise.all(rooms.flatMap((roomId) => [join(one, roomId), join(two, roomId)]));
    const jobs = await checkedUsers();
    for (const roomId of rooms) {
      const { players, spectators } = await compact(roomId);
      expect([...players.slice(1), ...spectators].toSorted()).toEqual([one, two]);
      expect(jobs.get(roomId)).toEqual(expect.arrayContaining(spectators));
      expect(spectators).toHaveLength(1);
    }
  });
});
