import type { PushJob, PushKinds } from '@doushouqi/protocol';
import { decide, type RoomCommand } from '@doushouqi/room';
import { describe, expect, it } from 'vitest';
import { ALL, testPush } from './push-fixtures.ts';

const { sink, social, rooms, ann, bob, deviceOf, subscribe, show, call } = await testPush();

describe('a call to a tournament', () => {
  const { now } = social.clock;
  const ofTournament = { kind: 'tournament', userId: bob.id, tournamentId: 't1', name: '小雪杯' } as const;
  const toGame: PushJob = { ...ofTournament, until: now + 40_000, roomId: 'T1A' };
  const toCheckIn: PushJob = { ...ofTournament, until: now + 600_000 };
  const calls = () => sink.received.map(({ call: sent, ttl }) => ({ ...sent, ttl }));
  async function execute(command: RoomCommand): Promise<void> {
    const before = await rooms.load('T1A');
    const decided = decide(before, 'T1A', command, social.clock.now);
    if (!decided.ok) throw new Error(decided.error);
    await rooms.commit(before, decided.value.room, decided.value.events);
  }
  const pair: RoomCommand = {
    type: 'pair',
    kind: 'arena',
    players: [ann.id, bob.id],
    gameId: 'T1A',
    timeControl: { initial: 5, increment: 3 },
    context: 'tournament:t1',
  };

  it('reaches the player of a game until both have moved', async () => {
    await subscribe(bob.api);
    expect(await call(toGame)).toEqual([]);
    expect(sink.received).toEqual([]);
    await execute(pair);
    await call(toGame);
    expect(calls()).toEqual([{ kind: 'tournament', name: '小雪杯', id: 't1', roomId: 'T1A', ttl: 40 }]);
    await execute({ type: 'surrender', userId: ann.id });
    await call(toGame);
    expect(sink.received).toHaveLength(1);
  });

  it('is not followed by a call to the first turn of the game, on devices that want both', async () => {
    await subscribe(ann.api);
    await subscribe(deviceOf(ann, 'phone'), { tournament: false });
    await execute(pair);
    const turn = { kind: 'turn', userId: ann.id, roomId: 'T1A', gameId: 'T1A', ply: 0 } as const;
    await call({ ...turn, isAssigned: true });
    expect(sink.received).toHaveLength(1);
    await call(turn);
    expect(sink.received).toHaveLength(3);
  });

  it('reaches the player before the start, and is not repeated after it could be seen', async () => {
    await subscribe(bob.api);
    await call(toCheckIn);
    expect(calls()).toEqual([{ kind: 'tournament', name: '小雪杯', id: 't1', ttl: 600 }]);
    await call(toCheckIn, { now: toCheckIn.until });
    await show(bob.api, true);
    expect(await call(toCheckIn)).toEqual([]);
    expect(sink.received).toHaveLength(1);
    // A player who looks away before the first move is called again.
    await execute(pair);
    expect(await call(toGame)).toHaveLength(1);
  });

  it('is off for a subscription that is older than tournaments, until the user switches it on', async () => {
    const { tournament: _, ...before } = ALL;
    const subscription = sink.subscribe();
    // A page of before.
    await bob.api.setPush({ body: { ...subscription, kinds: before as PushKinds } });
    await social.context.subscriptions.updateMany({}, { $unset: { 'kinds.tournament': 1 } });
    expect((await bob.api.getPush()).kinds).toEqual({ ...ALL, tournament: false });
    await call(toCheckIn);
    expect(sink.received).toEqual([]);
  });
});
