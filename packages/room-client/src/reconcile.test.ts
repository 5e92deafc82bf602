import { type CatchUp, type RoomEvent, toWireEvent } from '@doushouqi/protocol';
import { plyCount } from '@doushouqi/rules';
import { describe, expect, it } from 'vitest';
import { BLUE, chatSaid, moveMade, moveOf, OPENING, snapshotOf, stateUpdate } from '../testing/rooms.ts';
import {
  applyEvent,
  type Fate,
  type Local,
  type PendingMove,
  receive,
  reconcile,
  roomOfSnapshot,
  type WatchedRoom,
} from './reconcile.ts';

/** Two half-moves are played at version 12; red's next is `b1a1`. */
const V = 12;
const room = roomOfSnapshot(snapshotOf(V, OPENING.slice(0, 2)))!;
const [, , MINE, REPLY] = OPENING;
const OTHER = 'g1f1';

function pendingOf(changes: Partial<PendingMove> = {}): PendingMove {
  return {
    id: 'c1',
    gameId: 'g1',
    ply: 2,
    ...moveOf(MINE),
    awaiting: false,
    ...changes,
  };
}
function local(pending: PendingMove | null = null): Local {
  return { room, pending };
}
const upToDate: CatchUp = { kind: 'upToDate' };
function snapshot(...args: Parameters<typeof snapshotOf>): CatchUp {
  return {
    kind: 'snapshot',
    room: snapshotOf(...args),
  };
}
function tail(...events: RoomEvent[]): CatchUp {
  return { kind: 'tail', events: events.map(toWireEvent) };
}
const over = { status: 'over', winner: 'blue', endReason: 'TIME_UP', lastMoveTime: null } as const;

interface Case {
  name: string;
  pending?: PendingMove | null;
  answer: CatchUp;
  fate: Fate;
  v?: number;
  ply?: number;
  gap?: boolean;
}

const cases: Case[] = [
  { name: 'nothing new, nothing pending', answer: upToDate, fate: 'none' },
  {
    name: 'nothing new, outcome unknown: resend',
    pending: pendingOf(),
    answer: upToDate,
    fate: 'resend',
  },
  {
    name: 'nothing new, acknowledgement pending: wait',
    pending: pendingOf({ awaiting: true }),
    answer: upToDate,
    fate: 'pending',
  },
  { name: 'tail without pending', answer: tail(moveMade(13, 3, OTHER)), fate: 'none', v: 13, ply: 3 },
  {
    name: 'tail with the own move',
    pending: pendingOf(),
    answer: tail(moveMade(13, 3, MINE, { id: 'c1' })),
    fate: 'confirmed',
    v: 13,
    ply: 3,
  },
  {
    name: 'tail with the own move and the reply',
    pending: pendingOf(),
    answer: tail(moveMade(13, 3, MINE, { id: 'c1' }), moveMade(14, 4, REPLY)),
    fate: 'confirmed',
    v: 14,
    ply: 4,
  },
  {
    name: 'tail with another own move, from another tab',
    pending: pendingOf(),
    answer: tail(moveMade(13, 3, OTHER, { id: 'c9' })),
    fate: 'overtaken',
    v: 13,
    ply: 3,
  },
  {
    name: 'tail that changed the header only: resend',
    pending: pendingOf(),
    answer: tail(stateUpdate(13, { spectators: ['c'.repeat(24)], ply: 2 })),
    fate: 'resend',
    v: 13,
  },
  {
    name: 'tail that ended the game',
    pending: pendingOf(),
    answer: tail(stateUpdate(13, { ...over, ply: 2 })),
    fate: 'overtaken',
    v: 13,
  },
  {
    name: 'tail that overlaps the local versions',
    answer: tail(moveMade(12, 2, OPENING[1]), moveMade(13, 3, OTHER)),
    fate: 'none',
    v: 13,
    ply: 3,
  },
  {
    name: 'tail with a gap',
    pending: pendingOf(),
    answer: tail(moveMade(14, 4, REPLY)),
    fate: 'pending',
    gap: true,
  },
  {
    name: 'snapshot of the same version: resend',
    pending: pendingOf(),
    answer: snapshot(V, OPENING.slice(0, 2)),
    fate: 'resend',
  },
  {
    name: 'snapshot with the own move in its record',
    pending: pendingOf(),
    answer: snapshot(20, OPENING.slice(0, 4)),
    fate: 'confirmed',
    v: 20,
    ply: 4,
  },
  {
    name: 'snapshot with another move in its place',
    pending: pendingOf(),
    answer: snapshot(20, [...OPENING.slice(0, 2), OTHER]),
    fate: 'overtaken',
    v: 20,
    ply: 3,
  },
  {
    name: 'snapshot of a finished game that the own move ended',
    pending: pendingOf(),
    answer: snapshot(20, OPENING.slice(0, 3), over),
    fate: 'confirmed',
    v: 20,
    ply: 3,
  },
  {
    name: 'snapshot of a finished game without the own move',
    pending: pendingOf(),
    answer: snapshot(20, OPENING.slice(0, 2), over),
    fate: 'overtaken',
    v: 20,
  },
  {
    name: 'snapshot of another game',
    pending: pendingOf(),
    answer: snapshot(20, OPENING.slice(0, 2), { gameId: 'g2' }),
    fate: 'overtaken',
    v: 20,
  },
  {
    name: 'snapshot of an earlier position: moves were undone',
    pending: pendingOf(),
    answer: snapshot(20, OPENING.slice(0, 1)),
    fate: 'overtaken',
    v: 20,
    ply: 1,
  },
  {
    name: 'snapshot older than the local version',
    pending: pendingOf({ awaiting: true }),
    answer: snapshot(3, []),
    fate: 'pending',
  },
];

describe('reconcile', () => {
  it.each(cases)('$name', ({ pending = null, answer, fate, v = V, ply = 2, gap = false }) => {
    const result = reconcile(local(pending), answer);
    expect(result).toMatchObject({ fate, gap });
    expect(result.local.room?.v).toBe(v);
    expect(plyCount(result.local.room!.game)).toBe(ply);
    const stays = fate === 'resend' || fate === 'pending';
    expect(result.local.pending).toEqual(stays ? pending : null);
  });

  it('accepts an earlier version if nothing newer is possible: the server lost the later ones', () => {
    const pending = { ...pendingOf({ awaiting: true }), ply: 1 };
    const earlier = snapshot(11, OPENING.slice(0, 1));
    expect(reconcile(local(pending), earlier, true)).toMatchObject({
      fate: 'pending',
      local: { room: { v: 11 } },
    });
    expect(reconcile(local(pending), earlier).local.room?.v).toBe(V);
  });

  it('requests everything when it has no room', () => {
    expect(reconcile({ room: null, pending: null }, upToDate).gap).toBe(true);
    expect(reconcile({ room: null, pending: null }, tail(moveMade(1, 1, OPENING[0]))).gap).toBe(true);
    expect(reconcile({ room: null, pending: null }, snapshot(5, [])).local.room?.v).toBe(5);
  });

  it('rejects a record that cannot be replayed', () => {
    const broken: CatchUp = { kind: 'snapshot', room: { ...snapshotOf(20, []), record: '0001908xx' } };
    expect(reconcile(local(), broken)).toMatchObject({ gap: true, local: { room: { v: V } } });
  });
});

describe('receive', () => {
  it('applies the next version with its clocks', () => {
    const { local: after, gap } = receive(local(), moveMade(13, 3, MINE));
    expect(gap).toBe(false);
    expect(after.room).toMatchObject({
      v: 13,
      header: { lastMoveTime: 5_000, timeLeft: { red: 299_000 } },
    });
  });

  it('drops a version that it has', () => {
    const before = local();
    expect(receive(before, moveMade(12, 3, MINE))).toEqual({ local: before, fate: 'none', gap: false });
  });

  it.each([
    ['a later version', moveMade(14, 3, MINE)],
    ['a later ply', moveMade(13, 4, REPLY)],
    ['another game', moveMade(13, 3, MINE, { gameId: 'g2' })],
    ['a move that the rules forbid', moveMade(13, 3, 'a1a9')],
  ])('calls %s a gap and changes nothing', (_, event) => {
    const before = local();
    expect(receive(before, event)).toEqual({ local: before, fate: 'none', gap: true });
  });

  it('confirms the pending move', () => {
    const result = receive(local(pendingOf({ awaiting: true })), moveMade(13, 3, MINE, { id: 'c1' }));
    expect(result).toMatchObject({ fate: 'confirmed', local: { pending: null } });
  });

  it('never resends by itself', () => {
    const result = receive(local(pendingOf()), stateUpdate(13, { spectators: ['c'.repeat(24)], ply: 2 }));
    expect(result).toMatchObject({ fate: 'pending', local: { pending: { id: 'c1' } } });
  });

  it('clears the board for a new game', () => {
    const { local: after } = receive(local(), stateUpdate(13, { gameId: 'g2' }));
    expect(plyCount(after.room!.game)).toBe(0);
    expect(after.room!.header.gameId).toBe('g2');
  });

  it('does not change the board at the end of a game', () => {
    const { local: after } = receive(local(), stateUpdate(13, { ...over, ply: 2 }));
    expect(plyCount(after.room!.game)).toBe(2);
    expect(after.room!.header).toMatchObject(over);
  });
});

const watched = roomOfSnapshot(snapshotOf(12, OPENING.slice(0, 3)))!;
function after(event: Parameters<typeof applyEvent>[1], from: WatchedRoom = watched): WatchedRoom {
  const applied = applyEvent(from, event);
  if (applied.kind !== 'applied') throw new Error(applied.kind);
  return applied.room;
}

describe('an event', () => {
  it.each([
    ['of an older version is stale', moveMade(12, 3, OPENING[2]), 'stale'],
    ['of the next version is applied', moveMade(13, 4, OPENING[3]), 'applied'],
    ['after one that is missing is a gap', moveMade(14, 5, OPENING[4]), 'gap'],
    ['of the next version that cannot be applied is a gap', stateUpdate(13, { ply: 4 }), 'gap'],
  ])('%s', (_, event, kind) => expect(applyEvent(watched, event).kind).toBe(kind));
});

describe('the log', () => {
  it('continues with a new game, and keeps the messages', () => {
    const said = after(chatSaid(13, '再来一局？'));
    const again = after(stateUpdate(14, { gameId: 'g2', ply: 0 }), said);
    expect(again.chat).toHaveLength(1);
    expect(again.log.at(-1)).toMatchObject({ kind: 'started', at: 6_000 });
  });

  it('returns the same object after a move and after a message', () => {
    expect(after(moveMade(13, 4, OPENING[3])).log).toBe(watched.log);
    expect(after(chatSaid(13, '-')).log).toBe(watched.log);
  });

  it('continues with a later snapshot', () => {
    const later = roomOfSnapshot(snapshotOf(20, OPENING.slice(0, 3), { departed: [BLUE] }), watched)!;
    expect(later.log.slice(0, watched.log.length)).toEqual(watched.log);
    expect(later.log.at(-1)).toMatchObject({ kind: 'left', by: BLUE, at: 2_000 });
  });
});
