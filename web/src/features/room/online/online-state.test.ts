import type { RoomHeader } from '@doushouqi/protocol';
import { roomOfSnapshot } from '@doushouqi/room-client';
import { BLUE, OPENING, RED, snapshotOf } from '@doushouqi/room-client/testing';
import { describe, expect, it } from 'vitest';
import { initialState, type OnlineData, type OnlineState, withData } from './online-state.ts';

function serverTime(): number {
  return 4_000;
}

function stateOf(
  header: Partial<RoomHeader> = {},
  { userId = RED, connection = 'up' }: { userId?: string | null } & Partial<OnlineData> = {},
): OnlineState {
  const room = roomOfSnapshot(snapshotOf(5, OPENING.slice(0, 2), header));
  const viewer = { userId, serverTime };
  return withData(initialState(viewer), { local: { room, pending: null }, connection }, viewer);
}

const over = { status: 'over', winner: 'draw', endReason: 'DRAW_AGREED' } as const;

describe('the cooldown of an offer', () => {
  const viewer = { userId: RED, serverTime };
  const offeredAt = { draw: 1, reset: 2 };
  const asked = withData(stateOf(), { offeredAt }, viewer);

  it.each([
    ['holds while the game goes on', {}, offeredAt],
    ['is over for a reset once the game is', over, { draw: 1 }],
    ['is over for a reset in the next game', { gameId: 'another' }, { draw: 1 }],
  ] as const)('%s', (_, header, expected) => {
    const local = { room: roomOfSnapshot(snapshotOf(6, OPENING.slice(0, 2), header)), pending: null };
    expect(withData(asked, { local }, viewer).offeredAt).toEqual(expected);
  });
});

describe('the table', () => {
  it.each([
    ['before the second player', { status: 'waiting' }, 'waiting'],
    ['while the game runs', {}, 'playing'],
    ['after its end', over, 'over'],
  ] as const)('%s', (_, header, status) => expect(stateOf(header).status).toBe(status));

  it.each([
    ['a player', {}, {}, 'red', ['red']],
    ['the other player', {}, { userId: BLUE }, 'blue', ['blue']],
    ['a player without a connection', {}, { connection: 'down' }, 'red', []],
    ['a player before the first connection', {}, { connection: 'connecting' }, 'red', ['red']],
    ['a player after the end', over, {}, 'red', []],
    ['a spectator', {}, { userId: 'c'.repeat(24) }, null, []],
    ['a visitor', {}, { userId: null }, null, []],
  ] as const)('%s moves only the own side, not after a lost connection', (_, header, who, own, movers) => {
    expect(stateOf(header, who)).toMatchObject({ own, movers });
  });

  it('has clocks that run while the game does', () => {
    const running = stateOf({ timeLeft: { red: 20_000, blue: 7_000 }, lastMoveTime: 1_000 });
    expect(running.clock).toMatchObject({ timeLeft: { red: 20_000 }, lastMoveTime: 1_000, turn: 'red' });
    expect(running.clock?.now()).toBe(4_000);
    expect(stateOf({ ...over, lastMoveTime: 1_000 }).clock?.lastMoveTime).toBeNull();
  });

  it('keeps object identity when an unrelated field changes', () => {
    const before = stateOf();
    const { game, movers, clock } = withData(before, { offeredAt: { draw: 1 } }, { userId: RED, serverTime });
    expect(game).toBe(before.game);
    expect(movers).toBe(before.movers);
    expect(clock).toBe(before.clock);
  });
});
