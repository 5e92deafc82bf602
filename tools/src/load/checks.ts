/** Moves while the moderation service checks rated games, beside the same load without checks (docs/fair-play.md). */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAIR_PLAY_QUEUE, type FairPlayJob, QUEUE_PREFIX } from '@doushouqi/protocol';
import { finishedGame, ROUTES } from '@doushouqi/protocol/server';
import { endGame, formatRecord, newGame, ONLINE_RULE_SET, play } from '@doushouqi/rules';
import { ALL_NODES_IN_USE, gameScripts } from '@doushouqi/scripts';
import { createInternalClient } from '@doushouqi/service-kit';
import { Queue } from 'bullmq';
import { percentile, verdict } from '../numbers.ts';
import { measure, RATE, withVenues } from './moves.ts';
import { type Extent, openVenue, seatTables, type Venue } from './venue.ts';

/** Of the latencies, by percentile. */
const LIMITS = { 0.5: 1.1, 0.95: 1.25 };
/** Share of a core that the checks use at least, so that there are some. */
const LEAST_LOAD = 0.1;
/** More than are judged in the time of a measurement. */
const GAMES = 40;
const GAME_PLIES = 300;

/** Rates long games of one user and queues a check of them. */
async function queueCheck({ platform }: Venue): Promise<Queue> {
  const token = readFileSync(join(platform.keysDir, 'service-token'), 'utf8').trim();
  const clientOf = (name: string) =>
    createInternalClient({ baseUrl: `http://127.0.0.1:${platform.processes.get(name)!.port}`, token });
  const [rating, record] = [clientOf('rating'), clientOf('record')];
  const newId = () => randomBytes(12).toString('hex');
  const userId = newId();
  const end = Date.now();
  for (const moves of gameScripts(GAMES, GAME_PLIES)) {
    let game = newGame(ONLINE_RULE_SET);
    for (const move of moves) {
      const next = play(game, move);
      if (next.ok) game = next.value;
    }
    const body = finishedGame.parse({
      ...{ gameId: newId(), roomId: 'checks', kind: 'rated', players: [userId, newId()], winner: 1 },
      ...{ record: formatRecord(endGame(game, 'red', 'SURRENDER')), endReason: 'SURRENDER' },
      ...{ timeControl: { initial: 5, increment: 3 }, startTime: end - 3_600_000, endTime: end },
      moveTimes: moves.map((_, ply) => 2_000 * ply),
    });
    await record.call(ROUTES.archiveGame, { body });
    await rating.call(ROUTES.rateGame, { body });
  }
  const queue = new Queue<FairPlayJob['person']>(FAIR_PLAY_QUEUE, {
    connection: { url: platform.redisUrl },
    prefix: QUEUE_PREFIX,
  });
  await queue.add('person', { userId });
  return queue;
}

/** The same load with the checks of `FAIR_PLAY_LOAD`'s default, and without. */
export function compareChecks({ rooms = 50, seconds = 40 }: Extent): Promise<boolean> {
  const venues = [
    () => openVenue('no checks', { env: { ...ALL_NODES_IN_USE, FAIR_PLAY_LOAD: '0' } }),
    () => openVenue('checks', { env: ALL_NODES_IN_USE }),
  ];
  return withVenues(venues, async (subjects) => {
    const scripts = gameScripts(16, 1_000);
    for (const one of subjects) one.tables = await seatTables(one.venue, rooms, scripts);
    const queue = await queueCheck(subjects[1]!.venue);
    const [without, during] = await measure('checks', subjects, RATE, seconds);
    await queue.close();
    const load = (during!.cpu.get('moderation') ?? 0) / seconds;
    let isHeld = verdict(load >= LEAST_LOAD, `the checks used ${(100 * load).toFixed(0)} % of a core`);
    for (const [p, limit] of Object.entries(LIMITS)) {
      const ratio = percentile(during!.latencies, Number(p)) / percentile(without!.latencies, Number(p));
      isHeld =
        verdict(ratio <= limit, `p${100 * Number(p)} ${ratio.toFixed(2)} × (limit ${limit})`) && isHeld;
    }
    return verdict(without!.lost + during!.lost === 0, 'no move lost') && isHeld;
  });
}
