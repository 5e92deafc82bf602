import { ApiError, errorBody } from '@doushouqi/protocol';
import { BLUE, moveOf, OPENING, RED } from '@doushouqi/room-client/testing';
import { confirmed, room, startServerForEachTest } from '@doushouqi/room-client/testing/server';
import { describe, expect, it } from 'vitest';
import { playing, shownPlies, until } from '../../../../test/online-games.ts';

startServerForEachTest();

describe('a premove', () => {
  it("is made as soon as it is the player's turn", async () => {
    const { game, notices } = await playing({ userId: BLUE });
    const { from, to } = moveOf(OPENING[1]);
    game.premoves.choose(from, to);
    expect(game.store.getState().premove).toMatchObject({ ply: 0, from, to });
    expect(shownPlies(game)).toBe(0);
    room.play(OPENING[0]);
    await until(game, confirmed(2));
    expect(game.store.getState().premove).toBeNull();
    expect(notices).toEqual([]);
  });

  it('is dropped if it is not legal then', async () => {
    const { game, notices } = await playing({ userId: BLUE });
    for (const text of ['a3a4', 'b8a8', 'a4a5', 'a7b7', 'a5a6', 'g9f9']) room.play(text);
    await until(game, confirmed(6));
    game.premoves.choose(moveOf('a8a7').from, moveOf('a8a7').to);
    room.play('a6a7');
    await until(game, confirmed(7));
    expect(notices).toEqual([{ kind: 'premoveDropped' }]);
    expect(room.received).toEqual([]);
  });

  it('is refused with the reason when no move of the opponent can make it legal', async () => {
    const { game, notices } = await playing({ userId: BLUE });
    game.premoves.choose(moveOf('g9a1').from, moveOf('g9a1').to);
    expect(game.store.getState().premove).toBeNull();
    expect(notices).toMatchObject([{ kind: 'refused', message: '虎只能走一格，或跳过河' }]);
  });

  it('can be canceled', async () => {
    room.play(OPENING[0]);
    const red = await playing();
    red.game.premoves.choose(moveOf(OPENING[2]).from, moveOf(OPENING[2]).to);
    red.game.premoves.cancel();
    room.play(OPENING[1]);
    await until(red.game, confirmed(2));
    expect(shownPlies(red.game)).toBe(2);
  });

  it("is refused on the player's own turn", async () => {
    const { game } = await playing();
    game.premoves.choose(moveOf(OPENING[0]).from, moveOf(OPENING[0]).to);
    expect(game.store.getState().premove).toBeNull();
  });
});

describe('offers', () => {
  it('are made, answered, and start a cooldown', async () => {
    const red = await playing();
    const blue = await playing({ userId: BLUE });
    room.play(OPENING[0]);
    await until(red.game, confirmed(1));
    await red.game.offers.ask('undo');
    await until(blue.game, ({ local }) => local.room?.header.undoRequester === RED);
    expect(red.game.store.getState().offeredAt).toEqual({ undo: expect.any(Number) });
    await blue.game.offers.answer('undo', true);
    await until(red.game, confirmed(0));
  });

  it("do not become an own offer when the opponent's has lapsed", async () => {
    const { game } = await playing();
    await game.offers.answer('draw', true);
    const { local } = await until(game, (state) => state.local.room?.v === room.v);
    expect(local.room?.header.drawRequester).toBeNull();
  });

  it('start no cooldown when they are refused', async () => {
    const { game } = await playing();
    room.failNext(new ApiError(400, errorBody('OFFER_COOLDOWN')));
    await expect(game.offers.ask('draw')).rejects.toThrow();
    expect(game.store.getState().offeredAt).toEqual({});
  });
});

describe('the chat', () => {
  it('reaches the other users with the version stream', async () => {
    const red = await playing();
    const blue = await playing({ userId: BLUE });
    await red.game.commands.say('请多指教');
    const { local } = await until(blue.game, (state) => state.local.room?.chat.length === 1);
    expect(local.room?.chat[0]).toMatchObject({ fromId: RED, content: '请多指教' });
    room.play(OPENING[0]);
    await until(blue.game, confirmed(1));
    expect(room.syncs).toEqual([]);
  });
});
