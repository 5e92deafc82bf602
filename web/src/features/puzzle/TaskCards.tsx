import type { ReactNode } from 'react';
import { t as boardText } from '../../board/texts.ts';
import { useIsMember } from '../../client/session.ts';
import { deviceNow } from '../../client/time.ts';
import { timeText } from '../../shared/school/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FACES } from '../../ui/faces.ts';
import { Chip, Seal } from '../../ui/Marks.tsx';
import { MemberLine } from './MemberLine.tsx';
import { PuzzleIcon } from './PuzzleIcon.tsx';
import type { PuzzleGame } from './puzzle-game.ts';
import type { PuzzleState } from './puzzle-state.ts';
import { RunStrip } from './RunCard.tsx';
import styles from './TaskCards.module.css';
import { t } from './texts.ts';
import { useElapsed, usePoints, usePuzzleState } from './use-puzzle.ts';
import { doneText, hintText, moverOf, pointsText, sideName, wrongTexts } from './words.ts';

interface PartProps {
  game: PuzzleGame;
}

/** Returns what the solver is asked, in two lines. */
function taskTexts(state: PuzzleState, isMember: boolean): [title: string, text: string] {
  const { phase, own, wrong, isSolved } = state;
  const side = sideName(own ?? 'red');
  const other = sideName(own === 'red' ? 'blue' : 'red');
  if (phase === 'over') return [t(isSolved ? 'done.solved' : 'done.shown'), doneText(state, deviceNow())];
  if (phase === 'lost') return [t('lost.title'), t('task.still', { side })];
  if (phase === 'straying' || wrong) return [t('task.again'), t('task.still', { side })];
  const title = t('task.title', { side });
  if (phase === 'sending') return [title, t('task.sending')];
  if (phase === 'replying') return [title, t('task.replying', { side: other })];
  return [title, t(isMember && state.rates === false ? 'task.practice' : 'task.text')];
}

function TaskHead({ state, children }: { state: PuzzleState; children?: ReactNode }) {
  const [title, text] = taskTexts(state, useIsMember());
  const side = state.own ?? 'red';
  return (
    <div className={styles.head}>
      {state.phase === 'over' && state.isSolved ? (
        <b className={styles.stamp} aria-hidden="true">
          {t('done.stamp')}
        </b>
      ) : (
        <Seal tone={side}>{boardText(`side.${side}`)}</Seal>
      )}
      <div role="status">
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      {children}
    </div>
  );
}

/** The task, the tries and the time. */
export function TaskCard({ game }: PartProps) {
  const state = usePuzzleState(game);
  const points = usePoints(game);
  const elapsed = useElapsed(game);
  return (
    <Card framed className={styles.task}>
      <TaskHead state={state}>{points !== null && <Chip tone="gold">{pointsText(points)}</Chip>}</TaskHead>
      <dl className={styles.facts}>
        <div>
          <dt>{t('task.rating')}</dt>
          <dd>{t('task.hidden')}</dd>
        </div>
        <div>
          <dt>{t('task.tries')}</dt>
          <dd>{t('task.triesCount', { count: state.tries })}</dd>
        </div>
        <div>
          <dt>{t('task.time')}</dt>
          <dd>{timeText(elapsed)}</dd>
        </div>
      </dl>
    </Card>
  );
}

/** The same as one line over a small board; after the end what came of it. */
export function TaskSlip({ game }: PartProps) {
  const state = usePuzzleState(game);
  const { change, phase } = state;
  const points = usePoints(game);
  return (
    <Card className={styles.slip}>
      <TaskHead state={state}>
        {change && points !== null ? (
          <Chip tone={change.after >= change.before ? 'jade' : 'gold'}>{pointsText(points)}</Chip>
        ) : (
          phase !== 'over' && (
            <p className={styles.hidden}>
              {t('task.rating')}
              <br />
              {t('task.hidden')}
            </p>
          )
        )}
      </TaskHead>
    </Card>
  );
}

/** Tries and this visit's results, as one line under a small board. */
export function TaskBar({ game, streak }: PartProps & { streak: number }) {
  const { tries, phase } = usePuzzleState(game);
  return (
    <div className={styles.bar}>
      <span>{phase !== 'over' && t('task.triesLine', { count: tries })}</span>
      {tries > 0 && streak > 1 ? (
        <span>{t('wrong.streak', { count: streak })}</span>
      ) : (
        <RunStrip isOpen={phase !== 'over'} />
      )}
    </div>
  );
}

/** What the solver should know now: a lost move, a wrong one, the hint, or how it works. Nothing after the end. */
export function NoteCard({ game, calm = null }: PartProps & { calm?: ReactNode }) {
  // The place stays, so that readers announce what appears in it.
  return (
    <div className={styles.notes} role="status">
      <CurrentNote game={game} calm={calm} />
    </div>
  );
}

function CurrentNote({ game, calm }: PartProps & { calm: ReactNode }) {
  const state = usePuzzleState(game);
  const { phase, wrong, hint } = state;
  if (phase === 'over') return null;
  if (phase === 'lost') return <LostNote game={game} />;
  if (wrong && phase === 'asking') {
    return <Note {...wrongTexts(wrong, moverOf(state))} icon="warning-circle" />;
  }
  if (hint) return <Note title={hintText(state)} text={t('tip.hintText')} face />;
  return calm;
}

function LostNote({ game }: PartProps) {
  return (
    <Card className={styles.note}>
      <PuzzleIcon name="warning-circle" className={styles.icon} />
      <div>
        <b>{t('lost.title')}</b>
        <p>{t('lost.text')}</p>
      </div>
      <Button small onClick={() => game.resend()}>
        {t('lost.resend')}
      </Button>
    </Card>
  );
}

interface NoteProps {
  title: string;
  text: string;
  icon?: 'warning-circle';
  face?: boolean;
}

function Note({ title, text, icon, face }: NoteProps) {
  return (
    <Card className={styles.note} data-face={face} data-warns={icon !== undefined}>
      {icon && <PuzzleIcon name={icon} className={styles.icon} />}
      {face && <img src={FACES.wolf} alt="" width={64} height={64} />}
      <div>
        <b>{title}</b>
        <p>{text}</p>
      </div>
    </Card>
  );
}

/** How solving works, before the first move; for a visitor or guest also what an account adds. */
export function TipNote({ game }: PartProps) {
  const { rates } = usePuzzleState(game);
  return (
    <>
      <Note title={t('tip.title')} text={t(rates ? 'tip.rated' : 'tip.unrated')} face />
      <MemberLine />
    </>
  );
}
