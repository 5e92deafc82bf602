import {
  type Attempt,
  bestChoice,
  LEVELS,
  type Level,
  movesOf,
  readSolution,
  type Stars,
} from '@doushouqi/endgames';
import { formatFen, type Move, plyCount, positionOf } from '@doushouqi/rules';
import { describe, expect, it } from 'vitest';
import type { GameNotice } from '../../game/controller.ts';
import { EndgameGame } from './endgame-game.ts';

const WIN = LEVELS.find(({ goal, shortest }) => goal === 'win' && shortest >= 5)!;
const HOLD = LEVELS.find(({ goal }) => goal === 'hold')!;

/** A level on its own clock; `reply` makes the pending move of the defender. */
function open(level: Level) {
  let time = 1_000;
  let pending: (() => void) | null = null;
  const solved: Stars[] = [];
  const deps = {
    now: () => time,
    wait: (run: () => void) => {
      pending = run;
      return () => {
        pending = null;
      };
    },
    onSolved: (_: Attempt, stars: Stars) => void solved.push(stars),
  };
  const game = new EndgameGame(deps, level);
  const notices: GameNotice[] = [];
  game.listen((notice) => notices.push(notice));
  const state = () => game.store.getState();
  const solution = readSolution(level);
  const best = () => bestChoice(solution, state().attempt.game)!;
  const play = ({ from, to }: Move) => game.move(from, to);
  const reply = () => {
    const run = pending;
    pending = null;
    run?.();
  };
  const finish = () => {
    while (state().status !== 'over') {
      play(best().move);
      reply();
    }
  };
  const wrong = () =>
    solution.get(formatFen(positionOf(state().game)))!.find(({ verdict }) => verdict === 'lost')!.move;
  const pass = (ms: number) => {
    time += ms;
  };
  return {
    game,
    state,
    notices,
    solved,
    best,
    play,
    reply,
    finish,
    wrong,
    pass,
    hasReply: () => pending !== null,
  };
}

describe('a level', () => {
  it.each([WIN, HOLD])('$id is solved by the best moves, with three stars and its time', (level) => {
    const { state, finish, solved, pass } = open(level);
    pass(52_000);
    finish();
    expect(state()).toMatchObject({ status: 'over', earned: 3, left: 0, took: 52_000, movers: [] });
    expect(plyCount(state().game)).toBe(level.shortest);
    expect(solved).toEqual([3]);
  });

  it('counts the moves that are left', () => {
    const { state, play, best, reply } = open(WIN);
    expect(state().left).toBe(movesOf(WIN));
    play(best().move);
    expect(state()).toMatchObject({ left: movesOf(WIN) - 1, verdict: 'good', movers: [] });
    reply();
    expect(state()).toMatchObject({ left: movesOf(WIN) - 1, verdict: 'good', movers: [WIN.side] });
  });

  it('stops its reply and makes it later', () => {
    const { game, play, best, hasReply } = open(WIN);
    play(best().move);
    const stop = game.start();
    stop();
    expect(hasReply()).toBe(false);
    game.start();
    expect(hasReply()).toBe(true);
  });
});

describe('a move', () => {
  it('that loses the goal goes back, without a toast', () => {
    const { state, play, wrong, notices } = open(WIN);
    const move = wrong();
    play(move);
    expect(state()).toMatchObject({ verdict: 'lost', attempt: { mistakes: 1 }, inReach: 3 });
    expect(formatFen(positionOf(state().game))).toBe(WIN.fen);
    expect(notices).toEqual([{ kind: 'refused', message: null, from: move.from }]);
  });

  it('against the rules is refused with its reason', () => {
    const { state, play, best, notices } = open(WIN);
    const { from } = best().move;
    play({ from, to: { x: (from.x + 3) % 7, y: (from.y + 4) % 9 } });
    expect(notices).toMatchObject([{ kind: 'refused', message: expect.stringMatching(/./) }]);
    expect(state().attempt.mistakes).toBe(0);
  });

  it('of the player waits for the reply', () => {
    const { state, play, best } = open(WIN);
    const { move } = best();
    play(move);
    play({ from: move.to, to: move.from });
    expect(plyCount(state().game)).toBe(1);
  });
});

describe('hints', () => {
  it('are words, then the arrow; each costs one star, and a move removes the arrow', () => {
    const { game, state, best, play } = open(WIN);
    game.hint();
    expect(state()).toMatchObject({ hasWords: true, arrow: null, inReach: 2 });
    game.hint();
    expect(state()).toMatchObject({ arrow: best().move, inReach: 1 });
    game.hint();
    expect(state().attempt.hints).toBe(2);
    play(best().move);
    expect(state()).toMatchObject({ hasWords: true, arrow: null });
  });

  it('leave the stars that they cost', () => {
    const { game, finish, solved } = open(WIN);
    game.hint();
    finish();
    expect(solved).toEqual([2]);
  });

  it('an answer makes the best move and earns nothing', () => {
    const { game, state, solved, reply } = open(WIN);
    while (state().status !== 'over') {
      game.answer();
      reply();
    }
    expect(state()).toMatchObject({ earned: 0, inReach: 0 });
    expect(solved).toEqual([]);
  });
});

describe('again', () => {
  it('takes back the last move, also before its reply', () => {
    const { game, state, play, best, reply, hasReply } = open(WIN);
    play(best().move);
    game.takeBack();
    expect(hasReply()).toBe(false);
    expect(formatFen(positionOf(state().game))).toBe(WIN.fen);
    play(best().move);
    reply();
    game.takeBack();
    expect(formatFen(positionOf(state().game))).toBe(WIN.fen);
    expect(state().left).toBe(movesOf(WIN));
    game.takeBack();
    expect(plyCount(state().game)).toBe(0);
  });

  it('begins with all stars, as another game', () => {
    const { game, state, finish, solved } = open(WIN);
    const first = state().gameId;
    game.answer();
    game.hint();
    game.restart();
    expect(state()).toMatchObject({ inReach: 3, verdict: null, hasWords: false, arrow: null });
    expect(state().gameId).not.toBe(first);
    finish();
    expect(solved).toEqual([3]);
  });
});
