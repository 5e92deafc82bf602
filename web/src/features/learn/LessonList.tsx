import { isLessonDone, LESSONS, type Lesson, type Place, type Progress, stepsDone } from '@doushouqi/lessons';
import { cx } from '../../ui/cx.ts';
import { FACES } from '../../ui/faces.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Chapters.module.css';
import { t } from './texts.ts';

export interface ChaptersProps {
  progress: Progress;
  /** The shown step; null on the last card. */
  place: Place | null;
  onOpen: (lesson: number) => void;
}

/** All lessons: done, current, to come. None is locked. */
export function LessonList({ progress, place, onOpen }: ChaptersProps) {
  return (
    <ol className={styles.list}>
      {LESSONS.map((lesson, index) => (
        <li key={lesson.id} className={styles.item} data-done={isLessonDone(progress, lesson)}>
          <button
            type="button"
            className={cx(styles.lesson, place?.lesson === index && styles.current)}
            aria-current={place?.lesson === index ? 'step' : undefined}
            onClick={() => onOpen(index)}
          >
            <span className={styles.node}>
              <Node {...{ lesson, progress, index }} isCurrent={place?.lesson === index} />
            </span>
            <span>
              <b>{lesson.title}</b>
              <small>{lesson.about}</small>
            </span>
            <span className={styles.state}>{stateOf(lesson, progress, place, index)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

interface NodeProps {
  lesson: Lesson;
  progress: Progress;
  index: number;
  isCurrent: boolean;
}

function Node({ lesson, progress, index, isCurrent }: NodeProps) {
  if (isCurrent) return <img src={FACES[lesson.coach]} alt="" width={30} height={30} />;
  return isLessonDone(progress, lesson) ? <Icon name="check" /> : index + 1;
}

function stateOf(lesson: Lesson, progress: Progress, place: Place | null, index: number): string {
  const total = lesson.steps.length;
  if (place?.lesson === index) return t('state.current', { step: place.step + 1, total });
  if (isLessonDone(progress, lesson)) return t('state.done');
  const done = stepsDone(progress, lesson);
  return done > 0 ? t('state.current', { step: done, total }) : t('state.open', { total });
}
