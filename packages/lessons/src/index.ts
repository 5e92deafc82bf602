/** The lessons for newcomers, without DOM, clock and randomness. */
export { LESSONS } from './course/course.ts';
export type { Ask, Lesson, LessonStep } from './lesson.ts';
export {
  askOf,
  beginStep,
  goalOf,
  isAnswerHidden,
  judgeMove,
  type LessonEvent,
  type LessonPlayer,
  playerAfter,
} from './player.ts';
export { pointOf } from './position.ts';
export {
  firstOpen,
  formatProgress,
  isLessonDone,
  lessonsDone,
  mergeProgress,
  NO_PROGRESS,
  nextLesson,
  openingOf,
  type Place,
  type Progress,
  parseProgress,
  placeBeside,
  STEP_COUNT,
  stepAt,
  stepsDone,
  withStep,
} from './progress.ts';
