import { ApiError, ERRORS, errorBody, type PuzzleMoveReply, type RushState } from '@doushouqi/protocol';
import { formatFen, parseStepText, plyCount, positionOf } from '@doushouqi/rules';
import { describe, expect, it } from 'vitest';
import { answerOf, LINE, PUZZLE, WRONG } from '../../../test/puzzles.ts';
import { RushGame } from './rush-game.ts';

const RUSH: RushState = { rushId: 'rush', endsAt: 9_000, score: 0, mistakes: 0, isOver: false, best: 3 };
const OTHER = { ...PUZZLE, id: 'other', fen: '7/1d5/t5j/7/D6/3W3/1T2L2/7/C6 w' };
const LOST = new ApiError(0, { code: 'NETWORK', message: '' });

/** A rush with its own clock and server, which judges by the line of `PUZZLE`. */
function open() {
  let pending: (() => void) | null = null;
  const sent: string[] = [];
  const saves: (string | null)[] = [];
  const failures: Error[] = [];
  const server = { rush: RUSH, n: 0 };
  const taskOf = (n: number) => ({ attemptId: `task-${n}`, puzzle: n % 2 === 0 ? PUZZLE : OTHER });
  const answer = async <T>(call: string, reply: () => T): Promise<T> => {
    sent.push(call);
    const failure = failures.shift();
    if (failure) throw failure;
    return reply();
  };
  const played = (move: string, at: number): PuzzleMoveReply => {
    const { correct, done, reply } = answerOf(move, at);
    if (correct && !done) return { correct, done, reply: reply!, rush: server.rush };
    const { score, mistakes } = server.rush;
    const after = correct ? { score: score + 1 } : { mistakes: mistakes + 1 };
    server.rush = { ...server.rush, ...after, isOver: !correct && mistakes === 2 };
    server.n += 1;
    const next = server.rush.isOver ? {} : { next: taskOf(server.n) };
    return { correct, done: true, rush: server.rush, ...next };
  };
  const game = new RushGame({
    now: () => 0,
    wait: (run) => {
      pending = run;
      return () => {
        pending = null;
      };
    },
    calls: {
      start: () => answer('start', () => ({ rush: server.rush, task: taskOf(0) })),
      get: (id) =>
        answer(`get ${id}`, () => ({
          rush: server.rush,
          task: server.rush.isOver ? null : taskOf(server.n),
        })),
      play: (id, move, at) => answer(`${id} ${move} ${at}`, () => played(move, at)),
    },
    save: (id) => void saves.push(id),
    onOver: () => {},
    texts: { failed: 'failed' },
  });
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
  return { game, state: () => game.store.getState(), sent, saves, failures, server, settle, pass, play };
}

describe('a rush', () => {
  it('asks for its state when another window has moved it on', async () => {
    const { game, state, play, failures, server, sent } = open();
    await game.begin();
    server.n = 1;
    failures.push(new ApiError(ERRORS.ATTEMPT_OVER.status, errorBody('ATTEMPT_OVER')));
    await play(LINE[0]!);
    expect(sent.at(-1)).toBe('get rush');
    expect(state()).toMatchObject({ stage: 'asking', gameId: 'task-1' });
  });

  it('goes from a solved puzzle to the next', async () => {
    const { game, state, play, pass, saves } = open();
    await game.begin();
    expect(state()).toMatchObject({ stage: 'asking', status: 'playing', gameId: 'task-0' });
    for (let ply = 0; ply < LINE.length; ply += 2) {
      await play(LINE[ply]!);
      if (ply === 6) expect(state()).toMatchObject({ verdict: 'right', rush: { score: 1 } });
      await pass();
    }
    expect(state()).toMatchObject({ stage: 'asking', gameId: 'task-1', verdict: null });
    expect(formatFen(positionOf(state().game))).toBe(OTHER.fen);
    expect(saves).toEqual(['rush', 'rush']);
  });

  it('ends with the third mistake', async () => {
    const { game, state, play, pass, saves } = open();
    await game.begin();
    for (const mistakes of [1, 2, 3]) {
      await play(WRONG);
      expect(state()).toMatchObject({ verdict: 'wrong', rush: { mistakes } });
      await pass();
    }
    expect(state()).toMatchObject({ stage: 'over', status: 'waiting', movers: [] });
    expect(saves.at(-1)).toBe(null);
  });

  it('asks the server at the end of its time', async () => {
    const { game, state, server, settle, pass } = open();
    await game.begin();
    game.expire();
    await settle();
    expect(state().stage).toBe('asking');
    server.rush = { ...RUSH, isOver: true };
    await pass();
    expect(state().stage).toBe('over');
  });

  it('continues after a reload, and returns to its start after an unknown one', async () => {
    const { game, state, failures } = open();
    await game.resume('rush');
    expect(state()).toMatchObject({ stage: 'asking', gameId: 'task-0' });
    failures.push(new ApiError(404, { code: 'ATTEMPT_NOT_FOUND', message: '' }));
    await game.resume('gone');
    expect(state()).toMatchObject({ stage: 'idle', status: 'waiting' });
  });

  it('sends a move again whose answer was lost', async () => {
    const { game, state, play, failures, settle, pass, sent } = open();
    await game.begin();
    failures.push(LOST);
    await play(LINE[0]);
    expect(state().stage).toBe('lost');
    game.resend();
    await settle();
    await pass();
    expect(plyCount(state().game)).toBe(3);
    expect(sent.slice(1)).toEqual([`task-0 ${LINE[0]} 0`, `task-0 ${LINE[0]} 0`]);
  });

  it('stays at its start without a reply', async () => {
    const { game, state, failures } = open();
    failures.push(LOST);
    await game.begin();
    expect(state().stage).toBe('idle');
  });
});
