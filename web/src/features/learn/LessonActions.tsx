import type { Place } from '@doushouqi/lessons';
import { type MouseEvent, useRef } from 'react';
import { useLateFocus } from '../../shared/school/focus.ts';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './LessonActions.module.css';
import type { LessonGame } from './lesson-game.ts';
import { t } from './texts.ts';
import { usePlayer } from './use-lesson.ts';

interface LessonActionsProps {
  game: LessonGame;
  /** Last step of its lesson; last of the course. */
  isLast: boolean;
  isEnd: boolean;
  /** The step before; null at the first one. */
  before: Place | null;
  onBack: (to: Place, event: MouseEvent) => void;
  onNext: (event: MouseEvent) => void;
  onSkip: (event: MouseEvent) => void;
}

/** Back, again or show, and on; on phones in thumb's reach. */
export function LessonActions(props: LessonActionsProps) {
  const { game, isLast, isEnd, before, onBack, onNext, onSkip } = props;
  const { phase } = usePlayer(game);
  const layout = useTableLayout();
  const isDone = phase.kind === 'done';
  const isAsking = phase.kind === 'asking';
  const nextButton = useRef<HTMLButtonElement>(null);
  useLateFocus(nextButton, isDone);
  const hasLinks = layout === 'wide' || layout === 'columns';
  return (
    <div className={styles.actions}>
      <div className={styles.row}>
        <Button
          aria-label={t('previous')}
          title={t('previous')}
          className={styles.back}
          disabled={before === null}
          onClick={(event) => before && onBack(before, event)}
        >
          <Icon name="caret-left" />
        </Button>
        {hasLinks || isDone ? (
          <Button icon="arrow-counter-clockwise" className={styles.middle} onClick={() => game.again()}>
            {t('restart')}
          </Button>
        ) : (
          <Button icon="eye" className={styles.middle} disabled={!isAsking} onClick={() => game.show()}>
            {t('show')}
          </Button>
        )}
        <Button ref={nextButton} tone="primary" className={styles.next} disabled={!isDone} onClick={onNext}>
          {t(isEnd ? 'finish' : isLast ? 'nextLesson' : 'next')}
        </Button>
      </div>
      {hasLinks && (
        <div className={styles.links}>
          <button type="button" disabled={!isAsking} onClick={() => game.show()}>
            {t('show')}
          </button>
          <button type="button" onClick={onSkip}>
            {t('skip')}
          </button>
        </div>
      )}
    </div>
  );
}
