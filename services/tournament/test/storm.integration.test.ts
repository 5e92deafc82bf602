import { TOURNAMENT_PLAYERS } from '@doushouqi/protocol';
import { idOf } from '@doushouqi/service-kit/testing';
import { expect, test } from 'vitest';
import { join } from '../src/decide/entry.ts';
import { ARENA, testTournament } from './fixtures.ts';

const { create, context, processes } = await testTournament();

test('a storm of entries at two processes enters each user once, up to the bound', {
  timeout: 120_000,
}, async () => {
  const id = await create(ARENA);
  const tournament = (await context.catalog.find(id))!;
  const most = TOURNAMENT_PLAYERS.arena;
  const enter = async (n: number, which: number) => {
    const at = context.now();
    const entry = { player: idOf(n), rating: 1_500, at };
    const { ledger } = processes[which % 2]!.context;
    const decide = (...[book, pending]: Parameters<Parameters<typeof ledger.change>[2]>) =>
      join(tournament, book, pending, entry);
    return ledger.change(id, 'arena', decide).then(
      (events) => events.length,
      ({ code }) => code as string,
    );
  };
  // Each twice, at both processes.
  const users = Array.from({ length: most + 50 }, (_, n) => n + 10_000);
  const outcomes = await Promise.all(users.flatMap((n) => [enter(n, 0), enter(n, 1)]));
  const entered = outcomes.filter((one) => one === 1);
  expect(entered).toHaveLength(most);
  expect(outcomes.filter((one) => one === 'TOURNAMENT_FULL')).toHaveLength(100);
  for (const process of processes) {
    const book = await process.context.ledger.read(id, 'arena');
    expect([book.state.players.size, book.length]).toEqual([most, most]);
  }
});
