import { ApiError, ERRORS, errorBody, type PuzzleMoveReply, type PuzzleVote } from '@doushouqi/protocol';
import {
  formatFen,
  formatStepText,
  lastMove,
  type Move,
  parseStepText,
  plyCount,
  positionOf,
} from '@doushouqi/rules';
import { describe, expect, it } from 'vitest';
import { answerOf, LINE, PUZZLE, RESULT, WRONG } from '../../../test/puzzles.ts';
import type { GameNotice } from '../../game/controller.ts';
import type { SavedAttempt } from './kept.ts';
import { PuzzleGame } from './puzzle-game.ts';

const LOST = new ApiError(0, { code: 'NETWORK', message: '' });
const GONE = new ApiError(ERRORS.ATTEMPT_NOT_FOUND.status, errorBody('ATTEMPT_NOT_FOUND'));
const DOWN = { before: 1548, after: 1541 };

interface Options {
  saved?: SavedAttempt | null;
  /** Move that the engine finds. */
  found?: Move | null;
  /** The user's vote, as the server knows it. */
  voted?: PuzzleVote | null;
}

/** An attempt with its own clock and server. */
function open({ saved = null, found = null, voted = null }: Options = {}) {
  let pending: (() => void) | null = null;
  let attempts = 0;
  const sent: string[] = [];
  const saves: SavedAttempt[] = [];
  const changes: (boolean | null)[] = [];
  /** What the next calls throw. */
  const failures: Error[] = [];
  let hasErred = false;
  const answer = async <T>(call: string, reply: () => T): Promise<T> => {
    sent.push(call);
    const failure = failures.shift();
    if (failure) throw failure;
    return reply();
  };
  const played = (move: string, at: number): PuzzleMoveReply => {
    const reply = answerOf(move, at);
    const isFirst = !reply.correct && !hasErred;
    hasErred ||= !reply.correct;
    return isFirst ? { ...reply, ratingChange: DOWN } : reply;
  };
  const game = new PuzzleGame(
    {
      now: () => 5_000,
      wait: (run) => {
        pending = run;
        return () => {
          pending = null;
        };
      },
      calls: {
        start: () =>
          answer('start', () => {
            attempts += 1;
            return { attemptId: `attempt-${attempts}`, rates: true, ...(voted !== null && { vote: voted }) };
          }),
        play: (_, move, at) => answer(`play ${move} ${at}`, () => played(move, at)),
        hint: () => answer('hint', () => ({ from: '4,6' })),
        vote: (_, vote) => answer(`vote ${vote}`, () => ({ success: true })),
        answer: () => answer('answer', () => ({ solution: [...LINE], result: RESULT, ratingChange: DOWN })),
      },
      saved,
      save: (one) => void saves.push(one),
      search: async () => found,
      onChange: (isRight) => void changes.push(isRight),
      texts: { failed: 'failed', expired: 'expired' },
    },
    PUZZLE,
  );
  const notices: GameNotice[] = [];
  game.listen((notice) => notices.push(notice));
  const state = () => game.store.getState();
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 12; turn++) await Promise.resolve();
  };
  const pass = async (): Promise<void> => {
    const run = pending;
    pending = null;
    run?.();
    await settle();
  };
  const play = async (step: string): Promise<void> => {
    const { from, to } = parseStepText(step);
    game.move(from, to);
    await settle();
  };
  const solve = async (): Promise<void> => {
    for (let ply = 0; ply < LINE.length; ply += 2) {
      await play(LINE[ply]!);
      await pass();
    }
  };
  return { game, state, notices, sent, saves, changes, failures, settle, pass, play, solve };
}

describe('a puzzle', () => {
  it('begins with the opponent’s last move on the board', async () => {
    const { game, state, settle, sent } = open();
    game.start();
    await settle();
    expect(sent).toEqual(['start']);
    expect(state()).toMatchObject({ phase: 'asking', own: 'red', movers: ['red'], rates: true });
    expect(formatFen(positionOf(state().game))).toBe(PUZZLE.fen);
    expect(formatStepText(lastMove(state().game)!)).toBe(PUZZLE.last);
  });

  it('is solved by the line, move by move', async () => {
    const { state, play, pass, sent, changes, saves } = open();
    await play(LINE[0]);
    expect(state()).toMatchObject({ phase: 'replying', movers: [] });
    await pass();
    expect(state()).toMatchObject({ phase: 'asking', tries: 0 });
    expect(plyCount(state().game)).toBe(3);
    expect(saves.at(-1)).toMatchObject({ line: LINE.slice(0, 2), attemptId: 'attempt-1' });
    await play(LINE[2]);
    await pass();
    await play(LINE[4]);
    await pass();
    await play(LINE[6]);
    expect(state()).toMatchObject({
      phase: 'over',
      isSolved: true,
      isJustOver: true,
      result: RESULT,
      movers: [],
    });
    expect(sent.slice(1)).toEqual([0, 1, 2, 3].map((at) => `play ${LINE[at * 2]} ${at}`));
    expect(changes).toEqual([true]);
    expect(saves.at(-1)).toMatchObject({ line: LINE, end: { isSolved: true, result: RESULT } });
  });

  it('shows each position of its line after the end, and plays it again', async () => {
    const { game, state, solve, pass } = open();
    await solve();
    game.jump(2);
    expect(plyCount(state().game)).toBe(3);
    game.replay();
    expect(plyCount(state().game)).toBe(1);
    await pass();
    expect(plyCount(state().game)).toBe(2);
    expect(state().phase).toBe('over');
  });
});

describe('a wrong move', () => {
  it('stays for a moment, goes back with the answer to it, and costs rating once', async () => {
    const { state, play, pass, notices, changes } = open();
    await play(WRONG);
    expect(state()).toMatchObject({ phase: 'straying', tries: 1, change: DOWN, movers: [] });
    expect(notices).toEqual([{ kind: 'refused', message: null, from: null }]);
    await pass();
    expect(state()).toMatchObject({ phase: 'asking', wrong: { reply: { kind: 'mover' } } });
    expect(formatStepText(state().wrong!.reply!.move)).toBe('0,2-1,2');
    expect(formatFen(positionOf(state().game))).toBe(PUZZLE.fen);
    await play('3,5-3,4');
    await pass();
    expect(state()).toMatchObject({ tries: 2, change: DOWN });
    expect(changes).toEqual([null, null]);
  });

  it('is followed by the right one, which solves without a gain', async () => {
    const { state, play, pass, solve } = open();
    await play(WRONG);
    await pass();
    await solve();
    expect(state()).toMatchObject({ phase: 'over', isSolved: true, tries: 1, change: DOWN, wrong: null });
  });

  it('that loses nothing at once is answered by the engine', async () => {
    const found = parseStepText('1,1-2,1');
    const { state, play, pass } = open({ found });
    await play('3,5-3,4');
    await pass();
    expect(state().wrong).toMatchObject({ reply: { kind: 'reply', move: found } });
  });

  it('against the rules is refused with its reason, and not sent', async () => {
    const { state, play, notices, sent } = open();
    await play('4,6-4,4');
    expect(notices).toMatchObject([{ kind: 'refused', message: expect.stringMatching(/./) }]);
    expect(sent).toEqual([]);
    expect(state().tries).toBe(0);
  });
});

describe('help', () => {
  it('shows the piece to move, until the next move', async () => {
    const { game, state, play } = open();
    await game.hint();
    expect(state()).toMatchObject({ hint: { x: 4, y: 6 }, isHinted: true });
    await play(LINE[0]);
    expect(state()).toMatchObject({ hint: null, isHinted: true });
  });

  it('shows the line, move by move, as not solved', async () => {
    const { game, state, pass, changes } = open();
    await game.answer();
    expect(state()).toMatchObject({ phase: 'over', isSolved: false, change: DOWN });
    expect(plyCount(state().game)).toBe(1);
    for (const _ of LINE) await pass();
    expect(plyCount(state().game)).toBe(1 + LINE.length);
    expect(changes).toEqual([false]);
  });

  it('reports a failure and leaves the puzzle as it is', async () => {
    const { game, state, failures, settle, notices } = open();
    game.start();
    await settle();
    failures.push(LOST, LOST);
    await game.hint();
    await game.answer();
    expect(state()).toMatchObject({ phase: 'asking', hint: null, isHinted: false });
    expect(notices).toEqual([1, 2].map(() => ({ kind: 'refused', message: 'failed', from: null })));
  });
});

describe('a vote', () => {
  it('is the one that the server knows, and stays with the attempt for a reload', async () => {
    const { game, state, solve, saves, sent } = open({ voted: -1 });
    await solve();
    expect(state().vote).toBe(-1);
    await game.vote(1);
    expect(state().vote).toBe(1);
    expect(saves.at(-1)).toMatchObject({ vote: 1, end: { isSolved: true } });
    await game.vote(1);
    expect(state().vote).toBe(0);
    expect(sent.slice(-2)).toEqual(['vote 1', 'vote 0']);
    expect(open({ saved: { ...saves.at(-1)!, vote: -1 } }).state().vote).toBe(-1);
  });

  it('that fails is taken back, unless another one followed', async () => {
    const { game, state, solve, saves, failures, notices } = open();
    await solve();
    failures.push(LOST);
    await game.vote(1);
    expect([state().vote, saves.at(-1)!.vote]).toEqual([0, 0]);
    expect(notices.at(-1)).toEqual({ kind: 'refused', message: 'failed', from: null });
    failures.push(LOST);
    await Promise.all([game.vote(1), game.vote(-1)]);
    expect(state().vote).toBe(-1);
  });
});

describe('a lost reply', () => {
  it('leaves the move on the board; it is sent again with the same number', async () => {
    const { game, state, play, pass, failures, settle, sent } = open();
    game.start();
    await settle();
    failures.push(LOST);
    await play(LINE[0]);
    expect(state()).toMatchObject({ phase: 'lost', movers: [] });
    expect(plyCount(state().game)).toBe(2);
    game.resend();
    await settle();
    await pass();
    expect(state()).toMatchObject({ phase: 'asking', tries: 0 });
    expect(sent.slice(1)).toEqual([`play ${LINE[0]} 0`, `play ${LINE[0]} 0`]);
  });

  it('of the start is no reason to lose the first move', async () => {
    const { game, state, play, pass, failures, settle } = open();
    failures.push(LOST);
    game.start();
    await settle();
    await play(LINE[0]);
    await pass();
    expect(state()).toMatchObject({ phase: 'asking', rates: true });
    expect(plyCount(state().game)).toBe(3);
  });

  it('of an attempt that has ended begins the puzzle again', async () => {
    const { state, play, pass, failures, settle, notices, sent } = open();
    await play(LINE[0]);
    await pass();
    failures.push(GONE);
    await play(LINE[2]);
    await settle();
    expect(state()).toMatchObject({ phase: 'asking', tries: 0 });
    expect(formatFen(positionOf(state().game))).toBe(PUZZLE.fen);
    expect(notices).toEqual([{ kind: 'refused', message: 'expired', from: null }]);
    expect(sent.filter((call) => call === 'start')).toHaveLength(2);
  });
});

it('sends a move once, however often it is made', async () => {
  const { game, settle, sent } = open();
  const { from, to } = parseStepText(LINE[0]);
  game.move(from, to);
  game.move(from, to);
  game.resend();
  await settle();
  game.move(from, to);
  expect(sent).toEqual(['start', `play ${LINE[0]} 0`]);
});

describe('a reload', () => {
  const saved: SavedAttempt = {
    puzzleId: PUZZLE.id,
    attemptId: 'attempt-0',
    rates: true,
    line: LINE.slice(0, 2),
    tries: 1,
    isHinted: true,
    since: 1_000,
    vote: 0,
    end: null,
  };

  it('continues the attempt', async () => {
    const { game, state, play, pass, settle, sent } = open({ saved });
    game.start();
    await settle();
    expect(state()).toMatchObject({ tries: 1, isHinted: true, since: 1_000, rates: true });
    expect(plyCount(state().game)).toBe(3);
    await play(LINE[2]);
    await pass();
    expect(sent).toEqual([`play ${LINE[2]} 1`]);
  });

  it('shows the end of an attempt again', async () => {
    const end = { isSolved: true, change: DOWN, result: RESULT };
    const { game, state, settle, sent } = open({ saved: { ...saved, line: LINE, end } });
    game.start();
    await settle();
    expect(state()).toMatchObject({
      phase: 'over',
      isSolved: true,
      isJustOver: false,
      result: RESULT,
      change: DOWN,
      movers: [],
    });
    game.jump(1);
    expect(plyCount(state().game)).toBe(2);
    expect(sent).toEqual([]);
  });

  it('of an attempt that has expired begins the puzzle again', async () => {
    const { game, state, play, failures, settle } = open({ saved });
    game.start();
    failures.push(GONE);
    await play(LINE[2]);
    await settle();
    expect(state()).toMatchObject({ phase: 'asking', tries: 0, isHinted: false });
    expect(formatFen(positionOf(state().game))).toBe(PUZZLE.fen);
  });
});
