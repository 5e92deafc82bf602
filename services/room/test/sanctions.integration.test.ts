import { ROUTES } from '@doushouqi/protocol/server';
import { createBlockMirror, mirrorSanctions } from '@doushouqi/service-kit';
import { outcome } from '@doushouqi/service-kit/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { BLUE, RED, testRoom, WATCHER } from './fixtures.ts';

const room = await testRoom();
const { as, clock, internal, join, move, pair, redis, social, start } = room;
const HOUR = 3_600_000;
const END = Date.now() + HOUR;

beforeEach(async () => {
  // Slow enough for the flood limit.
  clock.now += 60_000;
  for (const userId of [RED, BLUE]) await mirrorSanctions(redis, userId, {}, Date.now());
});

function say(userId: string, roomId: string, content: string, toId?: string) {
  return as(userId).sayInRoom({ params: { roomId }, body: { content, ...(toId && { toId }) } });
}

/** The lines that a reader gets, in both forms of the room. */
async function linesFor(userId: string | null, roomId: string) {
  const views = await Promise.all(
    (['compact', 'full'] as const).map((view) => as(userId).getRoom({ params: { roomId }, query: { view } })),
  );
  const [compact, full] = views.map(({ chatMessages }) => chatMessages);
  expect(compact).toEqual(full);
  return compact!;
}

describe('a muted player', () => {
  test('sends ready-made phrases, and neither other lines nor private messages', async () => {
    await start('muted');
    await mirrorSanctions(redis, RED, { mute: END }, Date.now());
    await expect(say(RED, 'muted', '你好')).rejects.toMatchObject({
      status: 400,
      code: 'MUTED',
      message: expect.stringMatching(/^你已被禁言到 .*\d+月\d+日 \d\d:\d\d$/),
    });
    expect(await outcome(say(RED, 'muted', '好棋！'))).toBe('done');
    expect(await outcome(say(RED, 'muted', '好棋！', BLUE))).toBe('MUTED');
    expect(await outcome(say(BLUE, 'muted', '你好'))).toBe('done');
    expect((await linesFor(null, 'muted')).map(({ content }) => content)).toEqual(['好棋！', '你好']);
    await mirrorSanctions(redis, RED, {}, Date.now());
    expect(await outcome(say(RED, 'muted', '我能说话了'))).toBe('done');
  });

  test('plays on', async () => {
    await start('muted-play');
    await mirrorSanctions(redis, RED, { mute: END, unrated: END }, Date.now());
    expect(await outcome(as(RED).requestDraw({ params: { roomId: 'muted-play' } }))).toBe('done');
    expect(await outcome(as(RED).surrender({ params: { roomId: 'muted-play' } }))).toBe('done');
  });
});

describe('a shadow-muted player', () => {
  test('sees the own lines without a mark; all others see none of them', async () => {
    await start('shadow');
    await join(WATCHER, 'shadow');
    await say(RED, 'shadow', '以前说的');
    await mirrorSanctions(redis, RED, { shadow: END }, Date.now());
    const { v } = await say(RED, 'shadow', '没人看见');
    await say(BLUE, 'shadow', '你好');
    const own = await linesFor(RED, 'shadow');
    expect(own.map(({ content }) => content)).toEqual(['以前说的', '没人看见', '你好']);
    expect(own[1]).toEqual({ ...own[0], id: String(v), content: '没人看见' });
    for (const reader of [BLUE, WATCHER, null])
      expect((await linesFor(reader, 'shadow')).map(({ content }) => content)).toEqual(['以前说的', '你好']);
    await createBlockMirror(redis).add(RED, BLUE);
    expect((await linesFor(RED, 'shadow')).map(({ content }) => content)).toEqual(['以前说的', '没人看见']);
    await createBlockMirror(redis).remove(RED, BLUE);
    // The lines stay as they were said.
    await mirrorSanctions(redis, RED, {}, Date.now());
    await say(RED, 'shadow', '又看见了');
    expect((await linesFor(BLUE, 'shadow')).map(({ content }) => content)).toEqual([
      '以前说的',
      '你好',
      '又看见了',
    ]);
  });

  test('has lines that no other user can report', async () => {
    await start('shadow-report');
    await mirrorSanctions(redis, RED, { shadow: END }, Date.now());
    const { v } = await say(RED, 'shadow-report', '没人看见');
    const show = (userId: string) =>
      internal.call(ROUTES.showLine, { body: { roomId: 'shadow-report', userId, lineId: String(v) } });
    await expect(show(BLUE)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await outcome(show(RED))).toBe('done');
  });

  test('sends private messages that social gets with the mark', async () => {
    await start('shadow-whisper');
    await say(RED, 'shadow-whisper', '先说', BLUE);
    await mirrorSanctions(redis, RED, { shadow: END }, Date.now());
    expect(await outcome(say(RED, 'shadow-whisper', '后说', BLUE))).toBe('done');
    expect(social.delivered.slice(-2)).toMatchObject([
      { content: '先说', isShadowed: false },
      { content: '后说', isShadowed: true },
    ]);
  });
});

describe('a rematch', () => {
  /** Returns a room whose game both players have moved in and red has lost. */
  const lost = async (roomId: string, kind: 'rated' | 'paired') => {
    // As pairing does when it receives the end of their last game.
    await redis.del('{pairing}:playing');
    const timeControl = { initial: 10, increment: 5 };
    await pair({ roomId, kind, players: [RED, BLUE], timeControl, gameId: `game-${roomId}` });
    await move(roomId, 'red', [0, 6], [0, 5]);
    await move(roomId, 'blue', [0, 0], [0, 1]);
    await as(RED).surrender({ params: { roomId } });
    return { params: { roomId } };
  };

  test('of a rated game is refused to an unrated player', async () => {
    const params = await lost('again', 'rated');
    await mirrorSanctions(redis, RED, { unrated: END }, Date.now());
    await expect(as(RED).requestReset(params)).rejects.toMatchObject({ status: 400, code: 'RATED_PAUSED' });
    await as(BLUE).requestReset(params);
    expect(await outcome(as(RED).acceptReset(params))).toBe('RATED_PAUSED');
    expect(await outcome(as(RED).rejectReset(params))).toBe('done');
  });

  test.each([{ unrated: END }, { close: END }])('is refused to the opponent since %o', async (sanctions) => {
    const params = await lost(`since-${Object.keys(sanctions)}`, 'rated');
    await as(RED).requestReset(params);
    await mirrorSanctions(redis, RED, sanctions, Date.now());
    expect(await outcome(as(BLUE).acceptReset(params))).toBe('OPPONENT_PAUSED');
  });

  test('of a casual game goes on', async () => {
    const params = await lost('casual', 'paired');
    await mirrorSanctions(redis, RED, { unrated: END }, Date.now());
    await as(RED).requestReset(params);
    expect(await as(BLUE).acceptReset(params)).toMatchObject({ status: 'playing' });
  });
});
