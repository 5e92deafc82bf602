import {
  CHAPTER_TITLES,
  CHAPTERS,
  type Level,
  levelAfter,
  movesOf,
  ownMoves,
  starsMissing,
} from '@doushouqi/endgames';
import { lastMove } from '@doushouqi/rules';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { focusBoard, followKey, stateAfter } from '../../shared/school/focus.ts';
import { counted, timeText } from '../../shared/school/words.ts';
import type { Table } from '../../shared/table/use-table.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { t as uiText } from '../../ui/texts.ts';
import styles from './DoneCard.module.css';
import type { EndgameGame, EndgameState } from './endgame-game.ts';
import { useProgress } from './progress.ts';
import { t } from './texts.ts';

interface DoneCardProps {
  table: Table;
  game: EndgameGame;
  level: Level;
}

/** `四步取胜 · 没用提示 · 用时 0:52` */
function detailsText({ attempt, took }: EndgameState, level: Level): string {
  const count = counted(level.goal === 'win' ? ownMoves(attempt) : movesOf(level));
  const help = attempt.isAnswered
    ? t('done.answered')
    : attempt.hints === 0
      ? t('done.noHints')
      : t('done.hints', { count: attempt.hints });
  const time = t('done.time', { time: timeText(took ?? 0) });
  return [t(`done.${level.goal}`, { count }), help, time].join(t('done.join'));
}

/** Whether the last move ends in the lower half of the board, which then stays in sight. */
function isLowerHalf({ game }: EndgameState, flipped: boolean): boolean {
  const move = lastMove(game);
  return move !== null && (flipped ? move.to.y < 4 : move.to.y > 4);
}

function useFocus(card: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // Later, because the press that ended the level still focuses its square.
    const timer = setTimeout(() => card.current?.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, [card]);
}

/** The stars of a reached goal, and the way to the next level. */
export function DoneCard({ table, game, level }: DoneCardProps) {
  const navigate = useNavigate();
  const progress = useProgress();
  const stars = useStore(game.store, ({ earned }) => earned ?? 0);
  const details = useStore(game.store, (state) => detailsText(state, level));
  const isLow = useStore(game.store, (state) => isLowerHalf(state, table.flipped));
  const card = useRef<HTMLDivElement>(null);
  const said = useId();
  useFocus(card);
  const next = levelAfter(progress, level);
  const toPath = (): void => void navigate(`/endgame#${level.chapter}`);
  const close = (): void => {
    table.setResultOpen(false);
    requestAnimationFrame(focusBoard);
  };
  return (
    <div
      ref={card}
      role="dialog"
      aria-label={t('done.label')}
      aria-describedby={said}
      tabIndex={-1}
      className={styles.dialog}
      data-up={isLow}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <Card framed className={styles.card}>
        <span className={styles.stars} role="img" aria-label={t('starsOfLevel', { count: stars })}>
          {[1, 2, 3].map((star) => (
            <i key={star} data-lit={star <= stars}>
              <Icon name={star <= stars ? 'star-fill' : 'star'} />
            </i>
          ))}
        </span>
        <IconButton icon="x" label={uiText('close')} className={styles.close} onClick={close} />
        <div id={said}>
          <h2>{t(stars > 0 ? 'done.title' : 'done.noStars')}</h2>
          <p>{details}</p>
          <NextChapter level={level} />
        </div>
        <div className={styles.buttons}>
          <Button
            onClick={(event) => {
              game.restart();
              followKey(event);
            }}
          >
            {t('actions.again')}
          </Button>
          {next ? (
            <Button
              tone="primary"
              onClick={(event) => void navigate(`/endgame/${next.id}`, { state: stateAfter(event) })}
            >
              {t('actions.next')}
            </Button>
          ) : (
            <Button tone="primary" onClick={toPath}>
              {t('actions.toChapter')}
            </Button>
          )}
        </div>
      </Card>
    </div>
  );
}

/** After the last level of a chapter: what the next one still needs. */
function NextChapter({ level }: { level: Level }) {
  const progress = useProgress();
  const isLast = level.id.endsWith('-9');
  const following = CHAPTERS[CHAPTERS.indexOf(level.chapter) + 1];
  if (!isLast) return null;
  if (following === undefined) return <p>{t('done.all')}</p>;
  const missing = starsMissing(progress, following);
  if (missing === 0) return null;
  return <p>{t('done.locked', { count: missing, name: CHAPTER_TITLES[following] })}</p>;
}
