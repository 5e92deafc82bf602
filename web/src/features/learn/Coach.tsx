import { askOf, type Lesson, type LessonPlayer, type Place } from '@doushouqi/lessons';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import styles from './Coach.module.css';
import { COACHES } from './coaches.ts';
import { ReadAloud } from './ReadAloud.tsx';
import { t } from './texts.ts';

interface CoachProps {
  lesson: Lesson;
  place: Place;
  player: LessonPlayer;
  /** Whether all lessons are done. */
  isOver: boolean;
}

/** The coach with what to do and why, and how far the lesson is. */
export function Coach({ lesson, place, player, isOver }: CoachProps) {
  const layout = useTableLayout();
  const isWide = layout === 'wide' || layout === 'columns';
  const says = wordsOf(player, { isLast: place.step === lesson.steps.length - 1, isOver });
  const name = t(`coach.${lesson.coach}`);
  const face = <img src={COACHES[lesson.coach]} alt="" width={76} height={76} className={styles.face} />;
  const bubble = (
    <div className={cx(styles.bubble, says.tone && styles[says.tone])} role="status">
      {/* Another text slides in; a reason of the same step only replaces the text. Each wrong move renews it, so that
          readers repeat a reason. */}
      <div key={`${player.step.id} ${player.index} ${player.phase.kind === 'done'}`} className={styles.words}>
        <h2>{says.title}</h2>
        <p key={player.mistakes}>{says.text}</p>
      </div>
    </div>
  );
  if (!isWide) {
    return (
      <>
        <Steps {...{ lesson, place, player }} look="dots" />
        <section className={styles.row} aria-label={name}>
          <span className={styles.who}>
            {face}
            <span>{name}</span>
          </span>
          {bubble}
        </section>
      </>
    );
  }
  return (
    <Card framed className={styles.card}>
      <div className={styles.head}>
        {face}
        <div>
          <b>{name}</b>
          <span>{t('lessonNumber', { lesson: place.lesson + 1, title: lesson.title })}</span>
        </div>
        <ReadAloud text={`${says.title}\n${says.text}`} />
      </div>
      {bubble}
      <Steps {...{ lesson, place, player }} look="bars" />
    </Card>
  );
}

interface Words {
  title: string;
  text: string;
  tone?: 'wrong' | 'right';
}

function wordsOf(player: LessonPlayer, { isLast, isOver }: { isLast: boolean; isOver: boolean }): Words {
  const ask = askOf(player);
  const { kind } = player.phase;
  if (kind === 'done') {
    const text = isOver && isLast ? 'allDone' : isLast ? 'lessonDone' : 'goOn';
    return { title: player.step.done, text: t(text), tone: 'right' };
  }
  if (kind === 'waiting') return { title: t('replies'), text: ask.text };
  if (player.reason !== null) return { title: ask.title, text: player.reason, tone: 'wrong' };
  return { title: ask.title, text: ask.text };
}

interface StepsProps extends Pick<CoachProps, 'lesson' | 'place' | 'player'> {
  look: 'dots' | 'bars';
}

/** The steps of the lesson: done, current, to come. */
function Steps({ lesson, place, player, look }: StepsProps) {
  const total = lesson.steps.length;
  const step = place.step + 1;
  const done = player.phase.kind === 'done' ? step : place.step;
  return (
    <div className={styles.steps} data-look={look} role="img" aria-label={t('stepOf', { step, total })}>
      <span>{t('step', { step })}</span>
      <span>{t('steps', { total })}</span>
      <span className={styles.marks}>
        {lesson.steps.map(({ id }, index) => (
          <i key={id} data-state={index < done ? 'done' : index === place.step ? 'current' : 'open'} />
        ))}
      </span>
    </div>
  );
}
