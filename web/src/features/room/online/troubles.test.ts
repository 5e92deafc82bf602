import { ApiError, ERRORS, type ErrorCode, errorBody } from '@doushouqi/protocol';
import { BLUE, OPENING } from '@doushouqi/room-client/testing';
import { confirmed, room, startServerForEachTest } from '@doushouqi/room-client/testing/server';
import { describe, expect, it, vi } from 'vitest';
import { open, playing, until } from '../../../../test/online-games.ts';

startServerForEachTest();

function refusal(code: ErrorCode) {
  return new ApiError(ERRORS[code].status, errorBody(code));
}
const NO_ANSWER = new ApiError(0, { code: 'NETWORK', message: '网络连接失败，请检查网络后重试' });

describe('a sync', () => {
  it('reports a failure when it is not answered', async () => {
    const { game, notices } = await playing({ delays: { ack: 60 } });
    room.muteNextSync();
    game.refresh();
    await until(game, ({ connection }) => connection === 'down');
    expect(notices).toEqual([{ kind: 'syncFailed' }]);
  });

  it('reports once that the answer cannot be applied, until one can', async () => {
    const { game, notices } = await playing();
    room.garbleNext(2);
    room.playSilently(OPENING.slice(0, 2));
    room.repeatLast();
    await until(game, confirmed(2));
    expect(notices).toEqual([{ kind: 'boardFailed' }]);
  });
});

describe('a timeout claim', () => {
  it('reports a failure once per game when it is not received', async () => {
    room.setTime(40);
    room.failNextClaim(NO_ANSWER);
    const { game, notices } = await playing();
    await until(game, ({ status }) => status === 'over');
    expect(notices).toEqual([{ kind: 'timeoutFailed' }]);
  });
});

describe('a visitor', () => {
  it('is notified that a later poll failed, and that polls succeed again', async () => {
    const { game } = open({ userId: null, delays: { visit: 10 } });
    await game.start();
    expect(game.store.getState()).toMatchObject({ phase: 'ready', connection: 'none' });
    room.failNext(NO_ANSWER);
    await until(game, ({ connection }) => connection === 'down');
    expect(game.store.getState().phase).toBe('ready');
    await until(game, ({ connection }) => connection === 'none');
  });
});

describe('a room that does not open', () => {
  it('reports a missing room', async () => {
    const { game } = open({ userId: BLUE });
    room.failNext(refusal('ROOM_NOT_FOUND'));
    await game.start();
    expect(game.store.getState()).toMatchObject({ phase: 'missing', local: { room: null } });
  });

  it('distinguishes three failures', async () => {
    const { game } = open({ userId: null });
    room.failNext(refusal('UNAVAILABLE'));
    await game.start();
    expect(game.store.getState()).toMatchObject({ phase: 'failed', failure: ERRORS.UNAVAILABLE.message });

    room.garbleNext(1);
    await game.start();
    expect(game.store.getState()).toMatchObject({ phase: 'damaged', failure: null });

    const written = vi.spyOn(console, 'error').mockImplementation(() => {});
    room.failNext(new TypeError('x is not a function') as ApiError);
    await game.start();
    expect(game.store.getState()).toMatchObject({ phase: 'broken', failure: null });
    expect(written).toHaveBeenCalledWith('The room failed:', expect.any(TypeError));
    written.mockRestore();

    await game.start();
    expect(game.store.getState()).toMatchObject({ phase: 'ready' });
  });
});
