import { plyCount } from '@doushouqi/rules';
import { describe, expect, it } from 'vitest';
import { LESSONS } from './course/course.ts';
import { askOf, beginStep, goalOf, type LessonEvent, type LessonPlayer, playerAfter } from './player.ts';
import { moveOf, squaresOf } from './position.ts';

function begin(id: string): LessonPlayer {
  return beginStep(LESSONS.flatMap(({ steps }) => steps).find((step) => step.id === id)!);
}

function tried(squares: string): LessonEvent {
  return { kind: 'tried', move: moveOf(squares) };
}

function after(player: LessonPlayer, ...events: LessonEvent[]): LessonPlayer {
  return events.reduce(playerAfter, player);
}

function goal(player: LessonPlayer): string | null {
  const move = goalOf(player);
  return move && squaresOf(move);
}

describe('a step', () => {
  it('is done by the right move, or by the move that is shown', () => {
    const asking = begin('leap-blocked');
    expect([asking.phase.kind, goal(asking)]).toEqual(['asking', 'c3c7']);
    for (const event of [tried('c3c7'), { kind: 'show' } as const]) {
      const done = after(asking, event);
      expect([done.phase.kind, goal(done), plyCount(done.game)]).toEqual(['done', null, 1]);
    }
  });

  it('shows a legal wrong move, and takes it back with the reason', () => {
    const asking = begin('leap-blocked');
    const strayed = after(asking, tried('c3b3'));
    expect([strayed.phase.kind, plyCount(strayed.game)]).toEqual(['straying', 1]);
    const back = after(strayed, { kind: 'back' });
    expect(back).toMatchObject({ phase: { kind: 'asking' }, game: asking.game, mistakes: 1 });
    expect(back.reason).toBe('狮要跳河：点上面河对岸那一格。');
    expect(after(back, tried('c3c7'))).toMatchObject({ phase: { kind: 'done' }, reason: null });
  });

  it('refuses an illegal move without a change of the position', () => {
    const asking = begin('leap-blocked');
    const refused = after(asking, tried('e3e7'));
    expect(refused).toEqual({ ...asking, mistakes: 1, reason: '河里有只鼠挡路，虎跳不过去。让狮跳。' });
    expect(after(asking, tried('c3a1')).reason).toBe('狮只能走一格，或跳过河');
  });

  it('names the piece to move where the lesson has no reason of its own', () => {
    expect(after(begin('swim-in'), tried('b3b2')).reason).toBe('这一步走鼠。');
  });

  it('begins again', () => {
    const erred = after(begin('den-race'), tried('e3e7'), { kind: 'reply' }, tried('e7e8'));
    expect(after(erred, { kind: 'again' })).toEqual(begin('den-race'));
  });

  it('ignores events that do not fit', () => {
    const asking = begin('leap-blocked');
    expect(after(asking, { kind: 'back' }, { kind: 'reply' })).toBe(asking);
    const done = after(asking, { kind: 'show' });
    expect(after(done, tried('c7c8'), { kind: 'show' }, { kind: 'reply' })).toBe(done);
    const strayed = after(asking, tried('c3b3'));
    expect(after(strayed, tried('b3b2'))).toBe(strayed);
  });
});

it('a fight asks for one move after the other, with replies between', () => {
  let player = begin('den-race');
  for (const { moves, reply } of player.step.asks) {
    expect([player.phase.kind, goal(player)]).toEqual(['asking', moves[0]]);
    player = after(player, { kind: 'show' });
    expect(player.phase.kind).toBe(reply ? 'waiting' : 'done');
    player = after(player, { kind: 'reply' });
  }
  expect([plyCount(player.game), askOf(player).title]).toEqual([7, '狼到门口了，你先进穴！']);
});

it('a question marks no goal before the first wrong move', () => {
  const asking = begin('ranks-quiz');
  expect(goal(asking)).toBeNull();
  expect(goal(after(asking, tried('d3e3')))).toBe('d3c3');
});

it('the first move of a game may be any legal one', () => {
  const asking = begin('first-move');
  expect(after(asking, tried('a1b1')).phase.kind).toBe('done');
  expect(after(asking, tried('c3d4')).reason).toBe('不能斜走，只能横走或竖走一格');
});
