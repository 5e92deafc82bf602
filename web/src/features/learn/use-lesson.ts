import {
  isLessonDone,
  LESSONS,
  type LessonPlayer,
  lessonsDone,
  type Place,
  stepAt,
} from '@doushouqi/lessons';
import { lastMove, plyCount } from '@doushouqi/rules';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { soundOf } from '../../game/board-model.ts';
import { PAGE_TIMING } from '../../shared/device-games/device-clock.ts';
import { buzz, sound, unlockSounds } from '../../shared/table/settings.ts';
import { LessonGame, type LessonState } from './lesson-game.ts';
import { finishStep, readProgress } from './progress.ts';

/** Returns the game of the step at a place; it begins again when the place changes. */
export function useLessonGame(place: Place): LessonGame {
  const step = stepAt(place);
  const [game] = useState(() => new LessonGame({ ...PAGE_TIMING, onDone: hearDone }, step));
  useEffect(() => {
    if (game.store.getState().player.step !== step) game.open(step);
  }, [game, step]);
  useEffect(() => () => game.stop(), [game]);
  useEffect(unlockSounds, []);
  useEffect(() => game.store.subscribe(hear), [game]);
  return game;
}

export function useLesson<T>({ store }: LessonGame, select: (state: LessonState) => T): T {
  return useStore(store, select);
}

export function usePlayer(game: LessonGame): LessonPlayer {
  return useLesson(game, ({ player }) => player);
}

/** Stores a finished step, and plays the sound of what is done by it. */
function hearDone(id: string, seconds: number): void {
  const before = lessonsDone(readProgress());
  finishStep(id, seconds);
  const progress = readProgress();
  const lesson = LESSONS.find(({ steps }) => steps.some((step) => step.id === id));
  if (lessonsDone(progress) === LESSONS.length && before < LESSONS.length) sound('learned');
  else sound(lesson && isLessonDone(progress, lesson) && lessonsDone(progress) > before ? 'lesson' : 'right');
}

/** Plays the sounds of moves, and of a try that was refused. */
function hear({ player, refused }: LessonState, before: LessonState): void {
  const move = lastMove(player.game);
  const isNext =
    player.step === before.player.step && plyCount(player.game) === plyCount(before.player.game) + 1;
  if (isNext && move && player.phase.kind !== 'done') sound(soundOf(move));
  if (refused && refused !== before.refused) {
    sound('illegal');
    buzz(10);
  }
}
