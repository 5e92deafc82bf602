import { isOwnTurn, type Level, levelAfter, starsOf } from '@doushouqi/endgames';
import { plyCount } from '@doushouqi/rules';
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { stateAfter } from '../../shared/school/focus.ts';
import acts from '../../shared/table/TableActions.module.css';
import { Action } from '../../shared/table/TableActions.tsx';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { Button } from '../../ui/Button.tsx';
import type { EndgameGame } from './endgame-game.ts';
import styles from './LevelActions.module.css';
import { useProgress } from './progress.ts';
import { t } from './texts.ts';

interface LevelActionsProps {
  game: EndgameGame;
  level: Level;
}

/** What a press does, and when it can. */
function useLevelActions(game: EndgameGame, level: Level) {
  const navigate = useNavigate();
  const progress = useProgress();
  const isOver = useStore(game.store, ({ status }) => status === 'over');
  const next = isOver || starsOf(progress, level) > 0 ? levelAfter(progress, level) : null;
  const isOwn = useStore(game.store, ({ attempt }) => isOwnTurn(attempt));
  const isFresh = useStore(game.store, ({ attempt }) => plyCount(attempt.game) === 0);
  const isUntouched = useStore(
    game.store,
    ({ attempt }) => plyCount(attempt.game) === 0 && attempt.hints === 0 && attempt.mistakes === 0,
  );
  const hasAllHints = useStore(game.store, ({ arrow }) => arrow !== null);
  const hasWords = useStore(game.store, (state) => state.hasWords);
  return {
    hasWords,
    cannotHint: !isOwn || hasAllHints,
    cannotAnswer: !isOwn,
    isFresh,
    isUntouched,
    hint: () => game.hint(),
    takeBack: () => game.takeBack(),
    restart: () => game.restart(),
    answer: () => game.answer(),
    next: next && ((event: MouseEvent) => void navigate(`/endgame/${next.id}`, { state: stateAfter(event) })),
  };
}

/** Hints, steps back and the next level: a row of icons on small screens. */
export function LevelActions({ game, level }: LevelActionsProps) {
  const layout = useTableLayout();
  const can = useLevelActions(game, level);
  if (layout === 'wide' || layout === 'columns') return <Buttons can={can} />;
  return (
    <div className={acts.acts}>
      <Action
        icon="lightbulb"
        label={t('hint.show')}
        title={t('hint.cost')}
        disabled={can.cannotHint}
        onClick={can.hint}
      />
      <Action
        icon="arrow-counter-clockwise"
        label={t('actions.takeBack')}
        disabled={can.isFresh}
        onClick={can.takeBack}
      />
      <Action
        icon="arrows-clockwise"
        label={t('actions.restart')}
        disabled={can.isUntouched}
        onClick={can.restart}
      />
      <Action icon="eye" label={t('actions.answer')} disabled={can.cannotAnswer} onClick={can.answer} />
      <Action
        icon="caret-right"
        label={t('actions.next')}
        disabled={can.next === null}
        onClick={(event) => can.next?.(event)}
      />
    </div>
  );
}

function Buttons({ can }: { can: ReturnType<typeof useLevelActions> }) {
  return (
    <div className={styles.buttons}>
      <Button icon="lightbulb" className={styles.hint} disabled={can.cannotHint} onClick={can.hint}>
        {t(can.hasWords ? 'hint.next' : 'hint.show')} <small>{t('hint.cost')}</small>
      </Button>
      <Button icon="eye" disabled={can.cannotAnswer} onClick={can.answer}>
        {t('actions.answer')}
      </Button>
      <Button icon="arrow-counter-clockwise" disabled={can.isFresh} onClick={can.takeBack}>
        {t('actions.takeBack')}
      </Button>
      <Button icon="arrows-clockwise" disabled={can.isUntouched} onClick={can.restart}>
        {t('actions.restart')}
      </Button>
      <Button tone="primary" disabled={can.next === null} onClick={(event) => can.next?.(event)}>
        {t('actions.next')}
      </Button>
    </div>
  );
}
