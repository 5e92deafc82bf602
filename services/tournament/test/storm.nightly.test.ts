import { TOURNAMENT_PLAYERS } from '@doushouqi/protocol';
import { idOf } from '@doushouqi/service-kit/testing';
import { expect, test } from 'vitest';
import { ARENA, eventually, testTournament } from './fixtures.ts';

const { create, context, processes, show } = await testTournament();

const AT_ONCE = 200;
const MINUTE = 60_000;

test('10,000 users enter an arena within a minute, over HTTP', { timeout: 5 * MINUTE }, async () => {
  const id = await create(ARENA);
  const most = TOURNAMENT_PLAYERS.arena;
  const began = performance.now();
  const numbers = Array.from({ length: most }, (_, n) => n).values();
  const enter = async (): Promise<void> => {
    for (const n of numbers) {
      const api = processes[n % 2]!.as(idOf(20_000 + n));
      const { own } = await api.joinTournament({ params: { id } });
      expect(own.status).toBe('active');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, enter));
  expect(performance.now() - began).toBeLessThan(MINUTE);
  expect((await context.ledger.read(id, 'arena')).length).toBe(most);
  await eventually(async () => expect(await show(id)).toMatchObject({ players: most }));
  const late = processes[0].as(idOf(50_000)).joinTournament({ params: { id } });
  await expect(late).rejects.toMatchObject({ code: 'TOURNAMENT_FULL' });
});
