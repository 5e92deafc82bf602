import { setTimeout as delay } from 'node:timers/promises';
import { startTestSentinels, type TestSentinels } from '@doushouqi/service-kit/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { killAll } from '../src/pairing-arena.ts';
import { publish } from '../src/publish.ts';
import { type Moments, REPLICAS, startTournamentArena } from '../src/tournament-arena.ts';
import { type Audits, rowsOf, soundOf } from '../src/tournament-trial.ts';

const rows: [name: string, audits: Audits][] = [];
afterAll(() => publish(rowsOf(rows)));

/** The replica has none of the writes of this time when the master dies. Milliseconds. */
const BEHIND_MS = 2_500;
const patience = { timeout: 300_000 };

describe('processes killed in a wave, at a round change and at the end', async () => {
  const arena = await startTournamentArena();
  afterAll(() => arena.stop());

  test.each([
    ['one process', [REPLICAS[0]]],
    ['the other process', [REPLICAS[1]]],
    ['both processes', REPLICAS],
    ['pairing', ['pairing']],
    ['room', ['room']],
    ['both realtime nodes', ['realtime-1', 'realtime-2']],
    ['timekeeper', ['timekeeper']],
    ['record and rating', ['record', 'rating']],
    ['auth, social and lobby', ['auth', 'social', 'lobby']],
    ['the document store', ['store']],
    ['gateway', ['gateway']],
    ['Redis', ['redis']],
    ['Redis, both processes, pairing and room', ['redis', ...REPLICAS, 'pairing', 'room']],
  ])('lose and double no game: %s', patience, async (name, processes) => {
    const kill = () => killAll(arena.platform, processes);
    const audits = await arena.attempt(async ({ wave, round, end }) => {
      await wave();
      await kill();
      await round();
      await kill();
      await end();
      await kill();
    });
    rows.push([name, audits]);
    expect(soundOf(audits)).toEqual([]);
  });

  test('create the events of the series once', async () => {
    expect(await arena.seriesEvents()).toHaveLength(2);
  });
});

describe('a failover of Redis', async () => {
  test.each([
    ['its master dies in a wave', ({ wave }: Moments) => wave(), (one: TestSentinels) => one.killMaster()],
    [
      'its master dies at a round change',
      ({ round }: Moments) => round(),
      (one: TestSentinels) => one.killMaster(),
    ],
    [
      'in order at a round change',
      ({ round }: Moments) => round(),
      (one: TestSentinels) => one.handOver(500),
    ],
    [
      'to a replica behind in a wave',
      ({ wave }: Moments) => wave(),
      async (one: TestSentinels) => {
        one.replica.freeze();
        await delay(BEHIND_MS);
        const promoted = one.killMaster();
        one.replica.goOn();
        await promoted;
      },
    ],
  ])('loses and doubles no game: %s', patience, async (name, moment, strike) => {
    const sentinels = await startTestSentinels();
    const arena = await startTournamentArena(sentinels.url);
    const audits = await arena.attempt(async (moments) => {
      await moment(moments);
      await strike(sentinels);
    });
    await arena.stop();
    await sentinels.stop();
    rows.push([`failover: ${name}`, audits]);
    expect(soundOf(audits)).toEqual([]);
  });
});
