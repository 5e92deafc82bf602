import { isLessonDone, LESSONS, type Lesson, type Place, type Progress, stepsDone } from '@doushouqi/lessons';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { FACES } from '../../ui/faces.ts';
import { Icon } from '../../ui/Icon.tsx';
import { t as uiText } from '../../ui/texts.ts';
import styles from './Chapters.module.css';
import { t } from './texts.ts';

interface ChaptersProps {
  progress: Progress;
  /** The shown step; null on the last card. */
  place: Place | null;
  onOpen: (lesson: number) => void;
}

/** All lessons beside the board. */
export function Chapters(props: ChaptersProps) {
  return (
    <Card framed className={styles.card}>
      <div className={styles.head}>
        <h2>{t('lead')}</h2>
        <p>{t('leadHint')}</p>
      </div>
      <LessonList {...props} />
      <p className={styles.foot}>{t('again')}</p>
    </Card>
  );
}

interface SheetProps extends ChaptersProps {
  open: boolean;
  onClose: () => void;
}

/** All lessons as a sheet over small screens. */
export function ChapterSheet({ open, onClose, ...props }: SheetProps) {
  return (
    <Dialog open={open} onClose={onClose} tall>
      <div className={styles.sheetHead}>
        <div className={styles.head}>
          <DialogTitle>{t('lead')}</DialogTitle>
          <p>{t('leadHint')}</p>
        </div>
        <Button onClick={onClose}>{uiText('close')}</Button>
      </div>
      <div className={styles.scroll}>
        <LessonList {...props} />
        <p className={styles.foot}>{`${t('again')} · ${t('kept')}`}</p>
      </div>
    </Dialog>
  );
}

function LessonList({ progress, place, onOpen }: ChaptersProps) {
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
