import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '@doushouqi/protocol';
import { type Attack, exactly, is, only, outcome, type Tally, tally, tallyInOrder } from '../attack.ts';
import type { Target } from '../target.ts';

/** Longer than a person needs for a move. */
const PATIENCE_MS = 400;
const START = 1_500;

function newSolver(t: Target): { userId: string; api: ApiClient } {
  const { userId, token } = t.newUser();
  return { userId, api: t.as(token) };
}

/** Returns a puzzle for the caller, with the solver's moves as a visitor gets them. */
async function spied(t: Target, api: ApiClient): Promise<{ puzzleId: string; moves: string[] }> {
  const { id: puzzleId } = await api.nextPuzzle({ query: {} });
  const visitor = t.as(null);
  const { attemptId } = await visitor.startAttempt({ params: { puzzleId }, body: {} });
  const { solution } = await visitor.getPuzzleAnswer({ params: { attemptId }, body: {} });
  return { puzzleId, moves: solution.filter((_, ply) => ply % 2 === 0) };
}

async function start(api: ApiClient, puzzleId: string): Promise<string> {
  return (await api.startAttempt({ params: { puzzleId }, body: {} })).attemptId;
}

function play(api: ApiClient, attemptId: string, move: string, at: number) {
  return api.playPuzzleMove({ params: { attemptId }, body: { move, at } });
}

async function playAll(api: ApiClient, attemptId: string, moves: readonly string[]): Promise<void> {
  for (const [at, move] of moves.entries()) await play(api, attemptId, move, at);
}

async function ratingOf(api: ApiClient): Promise<{ now: number; puzzles: number }> {
  return (await api.getSolver()).rating!;
}

/** Returns what a caller gets who sends everything to an attempt and a rush of another user. */
function intrude(
  api: ApiClient,
  attemptId: string,
  rush: { rushId: string; attemptId: string },
): Promise<Tally> {
  const params = { attemptId };
  return tallyInOrder(
    [
      () => play(api, attemptId, '0,0-0,1', 0),
      () => api.getPuzzleHint({ params, body: {} }),
      () => api.getPuzzleAnswer({ params, body: {} }),
      () => api.getRush({ params: { rushId: rush.rushId } }),
      () => play(api, rush.attemptId, '0,0-0,1', 0),
    ],
    (call: () => Promise<unknown>) => call(),
  );
}

export const PUZZLES: readonly Attack[] = [
  {
    name: 'puzzle-cheats',
    what: 'Solves 10 puzzles in 0 ms by answers that a visitor was shown; sends moves ahead of an attempt and after its end.',
    aim: 'The rating stays; each such move is refused and loses nothing.',
    async run(t) {
      const { api } = newSolver(t);
      for (let n = 0; n < 10; n += 1) {
        const { puzzleId, moves } = await spied(t, api);
        await playAll(api, await start(api, puzzleId), moves);
      }
      const instant = await ratingOf(api);
      const { puzzleId, moves } = await spied(t, api);
      const attemptId = await start(api, puzzleId);
      const ahead = await tally(10, (n) => play(api, attemptId, moves[0]!, n + 1));
      await delay(moves.length * PATIENCE_MS);
      await playAll(api, attemptId, moves);
      const late = await tally(10, (n) => play(api, attemptId, moves[0]!, moves.length + n));
      const patient = await ratingOf(api);
      return {
        'in 0 ms': is(instant.now, START),
        'ahead of the attempt': only(ahead, 'MOVE_OUT_OF_ORDER'),
        'after the end': only(late, 'ATTEMPT_OVER'),
        'rating of a patient solver': [patient.now, patient.now > START],
      };
    },
  },
  {
    name: 'puzzle-race',
    what: '20 parallel starts of one puzzle, 20 parallel last moves, then 10 attempts at it again.',
    aim: 'One attempt, one rated puzzle.',
    async run(t) {
      const { api } = newSolver(t);
      const { puzzleId, moves } = await spied(t, api);
      const started = await Promise.all(Array.from({ length: 20 }, () => start(api, puzzleId)));
      const attemptId = started[0]!;
      const last = moves.length - 1;
      await playAll(api, attemptId, moves.slice(0, last));
      await delay(moves.length * PATIENCE_MS);
      const ends = await Promise.all(
        Array.from({ length: 20 }, () => play(api, attemptId, moves[last]!, last)),
      );
      const { now, puzzles } = await ratingOf(api);
      for (let n = 0; n < 10; n += 1) await playAll(api, await start(api, puzzleId), moves);
      return {
        attempts: is(new Set(started).size, 1),
        answers: is(new Set(ends.map((reply) => JSON.stringify(reply))).size, 1),
        'rated puzzles': is(puzzles, 1),
        'rating afterwards': is((await ratingOf(api)).now, now),
      };
    },
  },
  {
    name: 'foreign-attempts',
    what: 'A user and a visitor send moves to the attempt and the rush of another user, ask for the puzzle of tomorrow, change a level result, and save progress in the name of the other.',
    aim: 'Each is refused; progress belongs to the token.',
    async run(t) {
      const [owner, thief] = [newSolver(t), newSolver(t)];
      const { id } = await owner.api.nextPuzzle({ query: {} });
      const attemptId = await start(owner.api, id);
      const { rush, task } = await owner.api.startRush({ body: {} });
      const targets = { rushId: rush.rushId, attemptId: task.attemptId };
      const { today } = await thief.api.listDailyPuzzles({ query: { month: '2026-01' } });
      const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
      const result = { moves: ['3,3-3,4', '3,4-3,5'], hints: 0, mistakes: 0, stars: 3 };
      const saved = { done: [], seconds: 4_000, userId: owner.userId };
      await thief.api.saveLearnProgress({ body: saved });
      return {
        'as a user': only(await intrude(thief.api, attemptId, targets), 'ATTEMPT_NOT_FOUND'),
        'as a visitor': only(await intrude(t.as(null), attemptId, targets), 'ATTEMPT_NOT_FOUND'),
        tomorrow: is(
          await outcome(thief.api.getDailyPuzzle({ query: { date: tomorrow } })),
          'NO_DAILY_PUZZLE',
        ),
        'changed result': is(
          await outcome(thief.api.saveLevelResult({ params: { levelId: 'river-1' }, body: result })),
          'LEVEL_NOT_SOLVED',
        ),
        'progress of the owner': is((await owner.api.getLearnProgress()).seconds, 0),
      };
    },
  },
  {
    name: 'visitor-attempts',
    what: 'Visitors of an address start 400 attempts, of another 100 rushes, of a third guess 1,500 ids of attempts.',
    aim: '240 attempts and 60 rushes a minute; no id is found; others solve on.',
    async run(t) {
      // An address each: the gateway refuses what one sends at once beyond its burst, before the service counts.
      const [starter, rusher, guesser] = [t.as(null), t.as(null), t.as(null)];
      const { id } = await t.as(null).nextPuzzle({ query: {} });
      const one = { params: { puzzleId: id }, body: {} };
      const attempts = await tally(400, () => starter.startAttempt(one));
      const rushes = await tally(100, () => rusher.startRush({ body: {} }));
      const guesses = await tally(1_500, (n) =>
        play(guesser, n.toString(36).padStart(22, 'A'), '0,0-0,1', 0),
      );
      return {
        attempts: exactly(attempts, 240, 'taken', ['RATE_LIMITED']),
        rushes: exactly(rushes, 60, 'taken', ['RATE_LIMITED']),
        guesses: only(guesses, 'ATTEMPT_NOT_FOUND', 'RATE_LIMITED'),
        'from another address': exactly(await tally(1, () => t.as(null).startAttempt(one)), 1),
      };
    },
  },
];
