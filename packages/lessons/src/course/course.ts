import type { Lesson } from '../lesson.ts';
import { BASICS } from './basics.ts';
import { HOME } from './home.ts';
import { RIVER } from './river.ts';

/** The lessons in their order. */
export const LESSONS: readonly Lesson[] = [...BASICS, ...RIVER, ...HOME];
