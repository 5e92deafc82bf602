import { ROUTES } from '@doushouqi/protocol/server';
import { formatFen, newGame, play, positionOf, startPosition } from '@doushouqi/rules';
import { expect, test } from 'vitest';
import { BLUE, RED, testRoom, WATCHER } from './fixtures.ts';

const room = await testRoom();
const { as, clock, compact, internal, move, start } = room;

/** Says a line and returns its id. */
async function say(roomId: string, userId: string, content: string): Promise<string> {
  clock.now += 20_000;
  return String((await as(userId).sayInRoom({ params: { roomId }, body: { content } })).v);
}
function show(roomId: string, lineId: string) {
  return internal.call(ROUTES.showLine, { body: { roomId, userId: RED, lineId } });
}

test('shows a line with the game and the position of its moment, unless that was taken back', async () => {
  await start('quarrel');
  const first = await say('quarrel', RED, '第一句');
  clock.now += 1;
  await move('quarrel', 'red', [0, 6], [0, 5]);
  const second = await say('quarrel', BLUE, '第二句');
  const { gameId } = await compact('quarrel');
  const played = play(newGame('online-1'), { from: { x: 0, y: 6 }, to: { x: 0, y: 5 } });
  if (!played.ok) throw new Error('the move is legal');
  const [atStart, afterMove] = [formatFen(startPosition()), formatFen(positionOf(played.value))];
  expect(await show('quarrel', first)).toMatchObject({ gameId, fen: atStart, line: { ply: 0 } });
  expect(await show('quarrel', second)).toMatchObject({ gameId, fen: afterMove, line: { ply: 1 } });
  await as(RED).requestUndo({ params: { roomId: 'quarrel' } });
  await as(BLUE).acceptUndo({ params: { roomId: 'quarrel' } });
  expect(await show('quarrel', second)).toMatchObject({ gameId, fen: null });
  expect((await show('quarrel', first)).fen).toBe(atStart);
  await as(RED).surrender({ params: { roomId: 'quarrel' } });
  await as(RED).requestReset({ params: { roomId: 'quarrel' } });
  clock.now += 1;
  await as(BLUE).acceptReset({ params: { roomId: 'quarrel' } });
  expect(await show('quarrel', first)).toMatchObject({ gameId: null, fen: null });
});

test('hides lines for all who follow the room and for those who read it later, once', async () => {
  await start('hiding');
  const [rude, fine] = [await say('hiding', RED, '难听的话'), await say('hiding', BLUE, '请多指教')];
  const hide = () => internal.call(ROUTES.hideLines, { body: { roomId: 'hiding', lineIds: [rude, '99'] } });
  await hide();
  const after = await compact('hiding');
  expect(after.chatMessages.map(({ id }) => id)).toEqual([fine]);
  await hide();
  expect((await compact('hiding')).v).toBe(after.v);
  await internal.call(ROUTES.hideLines, { body: { roomId: 'closed-long-ago', lineIds: [rude] } });
  const refused = await room.call('POST', '/internal/rooms/hide', {
    userId: RED,
    body: { roomId: 'hiding', lineIds: [fine] },
  });
  expect(refused.status).toBe(401);
});

test('shows a game of a player by its id, running or over, and no game of others', async () => {
  await start('game');
  await move('game', 'red', [0, 6], [0, 5]);
  const gameId = (await compact('game')).gameId!;
  const played = (userId: string, roomId: string | null = null, id = gameId) =>
    internal.call(ROUTES.showPlayedGame, { body: { userId, gameId: id, roomId } });
  const { game } = await played(RED);
  expect(game).toMatchObject({ roomId: 'game', players: [RED, BLUE], ply: 1 });
  expect(await played(WATCHER, 'game')).toEqual({ game: null });
  expect(await played(RED, null, 'invented')).toEqual({ game: null });
  await as(BLUE).surrender({ params: { roomId: 'game' } });
  expect(await played(RED, 'game')).toEqual({ game });
});
