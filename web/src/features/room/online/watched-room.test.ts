import { describe, expect, it } from 'vitest';
import { BLUE, chatSaid, moveMade, OPENING, snapshotOf, stateUpdate } from '../../../../test/rooms.ts';
import { applyEvent, roomOfSnapshot, type WatchedRoom } from './watched-room.ts';

const room = roomOfSnapshot(snapshotOf(12, OPENING.slice(0, 3)))!;
function after(event: Parameters<typeof applyEvent>[1], from: WatchedRoom = room): WatchedRoom {
  const applied = applyEvent(from, event);
  if (applied.kind !== 'applied') throw new Error(applied.kind);
  return applied.room;
}

describe('an event', () => {
  it.each([
    ['of an older version is stale', moveMade(12, 3, OPENING[2]), 'stale'],
    ['of the next version is applied', moveMade(13, 4, OPENING[3]), 'applied'],
    ['after one that is missing is a gap', moveMade(14, 5, OPENING[4]), 'gap'],
    ['of the next version that makes no sense is a gap', stateUpdate(13, { ply: 4 }), 'gap'],
  ])('%s', (_, event, kind) => expect(applyEvent(room, event).kind).toBe(kind));
});

describe('the log', () => {
  it('goes on with a new game, and what was said stays', () => {
    const said = after(chatSaid(13, '再来一局？'));
    const again = after(stateUpdate(14, { gameId: 'g2', ply: 0 }), said);
    expect(again.chat).toHaveLength(1);
    expect(again.log.at(-1)).toMatchObject({ kind: 'started', at: 6_000 });
  });

  it('is the very same after a move and after a message', () => {
    expect(after(moveMade(13, 4, OPENING[3])).log).toBe(room.log);
    expect(after(chatSaid(13, '-')).log).toBe(room.log);
  });

  it('goes on with a later snapshot', () => {
    const later = roomOfSnapshot(snapshotOf(20, OPENING.slice(0, 3), { departed: [BLUE] }), room)!;
    expect(later.log.slice(0, room.log.length)).toEqual(room.log);
    expect(later.log.at(-1)).toMatchObject({ kind: 'left', by: BLUE, at: 2_000 });
  });
});
