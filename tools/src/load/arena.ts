import { setTimeout as delay } from 'node:timers/promises';
import { storeTournament } from '@doushouqi/e2e';
import { connectStores } from '@doushouqi/operations';
import type { TournamentUpdate } from '@doushouqi/protocol';
import { ALL_NODES_IN_USE } from '@doushouqi/scripts';
import type { TournamentEvent } from '@doushouqi/tournament';
import { percentile, sum, verdict } from '../numbers.ts';
import { Contestants, PLIES } from './arena-games.ts';
import { cpuSeconds } from './play.ts';
import { type Extent, openVenue, type Venue } from './venue.ts';

/** An arena with its spectators, beside the same games without a tournament (docs/tournaments.md). */

const LIMITS = { ratio: 1.25, updateMs: 2_000 };
/** Spectators for each player, and those whose updates are timed. */
const SPECTATORS = 5;
const TIMED = 10;
/** Until hot code is compiled, and until all games began under the same conditions. Milliseconds. */
const WARM_UP_MS = 50_000;
const SETTLE_MS = 45_000;
/** Until all spectators watch. Milliseconds. */
const WATCH_MS = 3_000;
const GROUPS = ['realtime', 'gateway', 'redis', 'store', 'pairing', 'room', 'timekeeper', 'tournament'];

/** A time of play: games that ended in it, half-moves, and CPU seconds by process. `from`, `to`: of `performance.now`. */
interface Spell {
  from: number;
  to: number;
  games: number;
  moves: number;
  cpu: ReadonlyMap<string, number>;
}

async function measureSpell(venue: Venue, contestants: Contestants, ms: number): Promise<Spell> {
  const from = performance.now();
  const [games, moves, before] = [contestants.ended.size, contestants.moves, cpuSeconds(venue)];
  await delay(ms);
  const used = [...cpuSeconds(venue)].map(([name, now]) => [name, now - (before.get(name) ?? 0)] as const);
  const to = performance.now();
  const [ended, made] = [contestants.ended.size - games, contestants.moves - moves];
  return { from, to, games: ended, moves: made, cpu: new Map(used) };
}

/**
 * Returns the CPU ms for a game of the processes whose names begin with `part`. Games are counted by their half-moves:
 * those that began before the spell or end after it are many.
 */
function perGame({ moves, cpu }: Spell, part = ''): number {
  return (sum([...cpu].map(([name, used]) => (name.startsWith(part) ? used : 0))) / (moves / PLIES)) * 1_000;
}

function printSpell(title: string, spell: Spell): void {
  const shares = GROUPS.map((name) => `${name} ${perGame(spell, name).toFixed(1)}`).join(', ');
  const load = (100 * 1_000 * sum(spell.cpu.values())) / (spell.to - spell.from);
  console.log(
    `\n${title}: ${spell.games} games ended, ${spell.moves} half-moves, ${perGame(spell).toFixed(1)} ms CPU for a game of ${PLIES}, ${load.toFixed(0)} % of the core\n  ${shares}`,
  );
}

type Arrivals = readonly { v: number; at: number }[];

/** Records when each version arrives at some spectators. */
function timeUpdates({ timed }: Contestants): Arrivals[] {
  return timed.map((socket) => {
    const arrivals: { v: number; at: number }[] = [];
    socket.on('tournamentUpdate', ({ v }: TournamentUpdate) => arrivals.push({ v, at: performance.now() }));
    return arrivals;
  });
}

/** Returns the ms from the end of each game of the spell, as its players received it, to the first update that has it. */
async function latenciesOf(
  { platform: { redisUrl, mongodbUrl } }: Venue,
  { id, ended, spell }: { id: string; ended: ReadonlyMap<string, number>; spell: Spell },
  all: readonly Arrivals[],
): Promise<number[]> {
  const { redis, close } = await connectStores({ redisUrl, mongodbUrl });
  const events = await redis.lrange(`{tournament:${id}}:events`, 0, -1);
  await close();
  const ends = events.flatMap((text, n) => {
    const event = JSON.parse(text) as TournamentEvent;
    const at = event.kind === 'finished' ? ended.get(event.game) : undefined;
    return at !== undefined && at >= spell.from && at < spell.to ? [{ n, at }] : [];
  });
  return all.flatMap((arrivals) =>
    ends.map(({ n, at }) => {
      const update = arrivals.find(({ v }) => v > n);
      return update === undefined ? Number.POSITIVE_INFINITY : Math.max(0, update.at - at);
    }),
  );
}

/** `clients`: players of the arena. */
export async function compareArena({ clients = 1_000, seconds = 30 }: Extent): Promise<boolean> {
  const venue = await openVenue('arena', { env: ALL_NODES_IN_USE });
  try {
    const spectators = SPECTATORS * clients;
    const contestants = await Contestants.enter(venue, clients, { spectators, timed: TIMED });
    const measure = () => measureSpell(venue, contestants, seconds * 1_000);
    contestants.pairFreely();
    await delay(WARM_UP_MS);
    const id = await storeTournament(venue.platform.mongodbUrl, { kind: 'arena', minutes: 120 });
    await contestants.joinArena(id);
    await delay(SETTLE_MS);
    const unwatched = await measure();
    const arrivals = timeUpdates(contestants);
    contestants.watch(id, true);
    await delay(WATCH_MS);
    const watched = await measure();
    await delay(WATCH_MS);
    contestants.watch(id, false);
    await contestants.leaveArena();
    contestants.pairFreely();
    await delay(SETTLE_MS);
    const alone = await measure();
    contestants.close();

    printSpell('no tournament', alone);
    printSpell('arena', unwatched);
    printSpell(`arena with ${spectators} spectators`, watched);
    const latencies = await latenciesOf(venue, { id, ended: contestants.ended, spell: watched }, arrivals);
    const [p50, p95] = [0.5, 0.95].map((share) => percentile(latencies, share)) as [number, number];
    const { failed } = contestants;
    const ratios = [unwatched, watched].map((spell) => perGame(spell) / perGame(alone)) as [number, number];
    return [
      verdict(ratios[0] <= LIMITS.ratio, `CPU for a game ${ratios[0].toFixed(2)} × (limit ${LIMITS.ratio})`),
      verdict(true, `with the updates for ${spectators} spectators ${ratios[1].toFixed(2)} ×`),
      verdict(
        p95 <= LIMITS.updateMs,
        `a finished game is in an update after ${p50.toFixed(0)} ms (p50), ${p95.toFixed(0)} ms (p95, limit ${LIMITS.updateMs})`,
      ),
      verdict(
        failed.length === 0,
        `${failed.length} games failed: ${[...new Set(failed)].slice(0, 3).join('; ')}`,
      ),
    ].every(Boolean);
  } finally {
    await venue.stop();
  }
}
