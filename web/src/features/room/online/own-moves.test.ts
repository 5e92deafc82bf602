import { roomOfSnapshot } from '@doushouqi/room-client';
import { moveOf, OPENING, snapshotOf } from '@doushouqi/room-client/testing';
import { describe, expect, it } from 'vitest';
import type { OnlineState } from './online-state.ts';
import { premoveFate } from './own-moves.ts';

/** Blue's state after `played` half-moves of the opening, with a premove for the turn after `ply`. */
function stateOf(changes: {
  played: number;
  ply?: number;
  move?: string;
  header?: Parameters<typeof snapshotOf>[2];
  connection?: OnlineState['connection'];
  pending?: boolean;
}): Parameters<typeof premoveFate>[0] {
  const { played, ply = 0, move = OPENING[1], header = {}, connection = 'up', pending = false } = changes;
  return {
    connection,
    local: {
      room: roomOfSnapshot(snapshotOf(5, OPENING.slice(0, played), header)),
      pending: pending ? { id: 'c', gameId: 'g1', ply: played, ...moveOf(OPENING[1]), awaiting: true } : null,
    },
    premove: { gameId: 'g1', ply, ...moveOf(move) },
  };
}

describe('premoveFate', () => {
  it.each([
    ['waits for the opponent', { played: 0 }, null],
    ['is made when the opponent has moved', { played: 1 }, 'play'],
    ['is dropped when it is not legal then', { played: 1, move: 'g9a1' }, 'drop'],
    ['waits for the connection', { played: 1, connection: 'down' }, null],
    ['waits for the own move before it', { played: 1, ply: 2, pending: true }, null],
    ['is discarded when its turn has passed', { played: 2 }, 'forget'],
    ['is discarded after an undo', { played: 1, ply: 2 }, 'forget'],
    ['is discarded in another game', { played: 1, header: { gameId: 'g2' } }, 'forget'],
    ['is discarded at the end', { played: 1, header: { status: 'over', winner: 'draw' } }, 'forget'],
  ] as const)('%s', (_, state, fate) => {
    expect(premoveFate(stateOf(state as Parameters<typeof stateOf>[0]), 'blue')).toBe(fate);
  });

  it('returns null without a premove', () => {
    expect(premoveFate({ ...stateOf({ played: 1 }), premove: null }, 'blue')).toBeNull();
  });
});
