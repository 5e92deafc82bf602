import type { ExportedGame } from '@doushouqi/protocol';
import {
  endGame,
  formatFen,
  formatRecord,
  type Game,
  localRuleSet,
  parseFen,
  parseRecord,
  plyCount,
  positionOf,
} from '@doushouqi/rules';
import { expect } from 'vitest';
import { bodyOf } from './broken-bodies.ts';
import type { testRecord } from './fixtures.ts';
import { playMoves } from './games.ts';

const USERS = 20;
const AT_ONCE = 64;
const SEED = 20_261_122;
const START = Date.UTC(2026, 0, 1);

type RecordService = Awaited<ReturnType<typeof testRecord>>;

/** Returns pseudo-random integers below a bound, the same in every run (Park and Miller). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

interface Sample {
  game: Game;
  /** FEN-like string of the start position, or null for the usual one. */
  start: string | null;
  startTime: number;
  moveTimes: number[];
  form: 'record' | 'list';
}

/** A legal game under random local rules: mostly short, every eighth from a position, some ended by a player. */
function sampleGame(random: (below: number) => number): Sample {
  const on = () => random(2) === 1;
  const ruleSet = localRuleSet({
    sevenThree: on(),
    seventeenFive: on(),
    threefold: on(),
    hundredRounds: on(),
  });
  const plies = random(50) === 0 ? 300 : 1 + random(20);
  const seed = 1 + random(1_000_000);
  const start = random(8) === 0 ? formatFen(positionOf(playMoves(seed, 30))) : null;
  const position = start === null ? null : parseFen(start);
  const played = playMoves(seed + 1, plies, {
    ruleSet,
    ...(position?.ok && { start: position.value }),
  });
  const ends = [
    (game: Game) => endGame(game, 'red', 'SURRENDER'),
    (game: Game) => endGame(game, 'blue', 'SURRENDER'),
    (game: Game) => endGame(game, 'draw', 'DRAW_AGREED'),
    // Unfinished, unless the board ended it.
    (game: Game) => game,
  ] as const;
  const game = ends[random(4)]!(played);
  let time = 0;
  const moveTimes = Array.from({ length: plyCount(game) }, () => (time += random(30_000)));
  const form = random(2) === 0 ? 'record' : 'list';
  return { game, start, startTime: START + random(1_000_000_000), moveTimes, form };
}

async function inBatches<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>) {
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) await work(item, index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function userAt(index: number): string {
  return String(index % USERS).padStart(24, '0');
}

interface Part {
  games: ExportedGame[];
  next: string | null;
}

async function exportedGames(service: RecordService, userId: string): Promise<ExportedGame[]> {
  const games: ExportedGame[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const path: string = `/api/game-records/export${after && `?after=${after}`}`;
    const { status, body } = await service.call<Part>('GET', path, { userId });
    expect(status).toBe(200);
    games.push(...body.games);
    after = (body as Part).next;
  }
  return games;
}

/** Stores random games of some users, and expects them unchanged in the export. */
export async function storeAndExport(service: RecordService, games: number): Promise<void> {
  const random = numbersFrom(SEED);
  const samples = Array.from({ length: games }, () => sampleGame(random)).filter(
    // A start position may be decided already. Without moves and without an end it is not a game.
    ({ game }) => plyCount(game) > 0 || game.outcome.winner !== null,
  );
  expect(samples.length).toBeGreaterThan(games * 0.99);
  const ids: string[] = [];
  await inBatches(samples, async ({ game, start, startTime, moveTimes, form }, index) => {
    const body = { ...bodyOf(game, form), start, startTime, moveTimes };
    const userId = userAt(index);
    const reply = await service.call<{ recordId: string }>('POST', '/api/game-records/local', {
      userId,
      body,
    });
    expect(reply.status, JSON.stringify({ reply, body })).toBe(201);
    ids[index] = reply.body.recordId;
  });
  const found = new Map<string, ExportedGame>();
  for (let user = 0; user < USERS; user += 1) {
    for (const game of await exportedGames(service, userAt(user))) {
      expect(found.has(game._id)).toBe(false);
      found.set(game._id, game);
    }
  }
  expect(found.size).toBe(samples.length);
  for (const [index, { game, start, startTime, moveTimes }] of samples.entries()) {
    const stored = found.get(ids[index]!)!;
    const { record, ruleSet } = stored;
    expect(stored).toMatchObject({ type: 'local', record: formatRecord(game), ruleSet: game.ruleSet, start });
    expect(stored).toMatchObject({ startTime, endTime: startTime + (moveTimes.at(-1) ?? 0), moveTimes });
    const position = start === null ? null : parseFen(start);
    const replayed = parseRecord(record, { ruleSet, ...(position?.ok && { start: position.value }) });
    expect(replayed.ok && replayed.value).toEqual(game);
  }
}
