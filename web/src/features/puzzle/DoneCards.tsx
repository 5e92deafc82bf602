import { useNavigate } from 'react-router-dom';
import { deviceNow } from '../../client/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { signed } from '../../ui/format.ts';
import { MEDIA } from '../../ui/media.ts';
import { useMedia } from '../../ui/use-browser.ts';
import { Curve } from './Curve.tsx';
import styles from './DoneCards.module.css';
import { LineChips } from './LineChips.tsx';
import { PuzzleIcon } from './PuzzleIcon.tsx';
import type { PuzzleGame } from './puzzle-game.ts';
import type { PuzzleState } from './puzzle-state.ts';
import { useSolver } from './queries.ts';
import { t } from './texts.ts';
import { usePoints, usePuzzleState } from './use-puzzle.ts';
import { doneText, lineOf, motifsText, playsText, ratingText } from './words.ts';

interface PartProps {
  game: PuzzleGame;
}

type Streak = NonNullable<PuzzleState['result']>['streak'];

function StreakBand({ streak }: { streak: Streak }) {
  if (!streak) return null;
  return (
    <p className={styles.streak} data-lit={streak.now > 0}>
      <PuzzleIcon name={streak.now > 0 ? 'fire-fill' : 'fire'} />
      <b>{t('done.streak', { count: streak.now })}</b>
      <span>{t('done.best', { count: streak.best })}</span>
    </p>
  );
}

/** The result of an attempt, and what it did to rating and streak. */
export function DoneCard({ game }: PartProps) {
  const state = usePuzzleState(game);
  const { change, result, isSolved } = state;
  const points = usePoints(game);
  return (
    <Card framed className={styles.done}>
      <div className={styles.head}>
        {isSolved && (
          <b className={styles.stamp} aria-hidden="true">
            {t('done.stamp')}
          </b>
        )}
        <div>
          <h2>{t(isSolved ? 'done.solved' : 'done.shown')}</h2>
          <p>{doneText(state, deviceNow())}</p>
        </div>
        {change && points !== null && (
          <p className={styles.points} data-up={change.after >= change.before}>
            <b>{signed(points)}</b>
            {t('done.points')}
          </p>
        )}
      </div>
      <StreakBand streak={result?.streak ?? null} />
    </Card>
  );
}

/** The user's rating over the last thirty puzzles; nothing for users without one. */
export function CurveCard({ game }: PartProps) {
  const { points, isNew } = useCurve(game);
  const rating = useSolver().data?.rating;
  if (!rating) return null;
  return (
    <Card className={styles.curve}>
      <div className={styles.line}>
        <h2>{t('curve.title')}</h2>
        <span>{t('curve.best', { points: Math.max(rating.best, ...points) })}</span>
      </div>
      {points.length < 2 ? (
        <p className={styles.first}>{t('curve.first')}</p>
      ) : (
        <>
          <Curve points={points} isNew={isNew} />
          <div className={styles.line}>
            <span>{t('curve.from', { count: points.length })}</span>
            <span>{t('curve.to')}</span>
          </div>
        </>
      )}
    </Card>
  );
}

/** Returns the ratings of the last puzzles, with this one at the end. `isNew`: it has just been added. */
function useCurve(game: PuzzleGame): { points: readonly number[]; isNew: boolean } {
  const { change, isJustOver } = usePuzzleState(game);
  const history = useSolver().data?.rating?.history ?? [];
  if (!change) return { points: history, isNew: false };
  const isCounted = history.at(-1) === change.after;
  return { points: isCounted ? history : [...history, change.after].slice(-30), isNew: isJustOver };
}

/** The puzzle itself: rating, users, motifs, and its line. */
export function FactsCard({ game }: PartProps) {
  const state = usePuzzleState(game);
  const own = useSolver().data?.rating?.now ?? null;
  const { result, change } = state;
  const ownMoves = Math.ceil(lineOf(state).length / 2);
  return (
    <Card className={styles.facts} role="group" aria-label={t('facts.label')}>
      <dl>
        {result && (
          <>
            <Fact name={t('task.rating')}>{ratingText(result.rating, change?.after ?? own)}</Fact>
            <Fact name={t('facts.plays')}>{playsText(result)}</Fact>
          </>
        )}
        <Fact name={t('facts.motifs')}>{motifsText(game.puzzle, ownMoves)}</Fact>
      </dl>
      <LineChips game={game} />
      <FromGame game={game} />
    </Card>
  );
}

/** The way to the game that the puzzle comes from. */
function FromGame({ game }: PartProps) {
  const navigate = useNavigate();
  const { result } = usePuzzleState(game);
  if (!result) return null;
  const { record, ply } = result.game;
  const handed = { game: { record, own: game.puzzle.side }, ply };
  return (
    <Button
      small
      tone="quiet"
      icon="scroll"
      className={styles.from}
      onClick={() => void navigate('/analysis', { state: handed })}
    >
      {t('actions.game')}
    </Button>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Result, curve and line under a small board. */
export function DoneSheet({ game }: PartProps) {
  const { result } = usePuzzleState(game);
  const { points, isNew } = useCurve(game);
  const isShort = useMedia(MEDIA.short);
  const streak = result?.streak;
  const share = result?.solvedAtOnce ?? null;
  return (
    <div className={styles.sheet}>
      <div className={styles.chips}>
        <LineChips game={game} />
        <FromGame game={game} />
      </div>
      <Card className={styles.below}>
        {points.length > 1 && <Curve points={points} isNew={isNew} size={isShort ? 'tiny' : 'small'} />}
        <div className={styles.beside}>
          {streak && (
            <p className={styles.flame} data-lit={streak.now > 0}>
              <PuzzleIcon name={streak.now > 0 ? 'fire-fill' : 'fire'} />
              <b>{streak.now}</b>
              <span>{t('done.streakShort', { best: streak.best })}</span>
            </p>
          )}
          {result && <p>{t('facts.ratingLine', { rating: result.rating })}</p>}
          {share !== null && <p>{t('facts.shareLine', { share: Math.round(share * 100) })}</p>}
        </div>
      </Card>
    </div>
  );
}
