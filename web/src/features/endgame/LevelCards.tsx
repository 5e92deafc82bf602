import {
  CHAPTER_TITLES,
  CHAPTERS,
  HINTS,
  type Level,
  MOST_MOVES,
  movesForTwo,
  movesOf,
  numberOf,
  ownMoves,
  type Stars,
  starsOf,
} from '@doushouqi/endgames';
import { pieceAt, positionOf } from '@doushouqi/rules';
import { useStore } from 'zustand';
import { squareName } from '../../board/geometry.ts';
import { t as boardText } from '../../board/texts.ts';
import { animalOf } from '../../game/board-model.ts';
import { counted, ordinal } from '../../shared/school/words.ts';
import { Card } from '../../ui/Card.tsx';
import { FACES } from '../../ui/faces.ts';
import { Chip, Seal } from '../../ui/Marks.tsx';
import { t as uiText } from '../../ui/texts.ts';
import type { EndgameGame, EndgameState } from './endgame-game.ts';
import styles from './LevelCards.module.css';
import { useProgress } from './progress.ts';
import { StarRow } from './StarRow.tsx';
import { t } from './texts.ts';
import { taskText, titleOf } from './words.ts';

interface PartProps {
  game: EndgameGame;
  level: Level;
}

function useEndgameState<T>(game: EndgameGame, select: (state: EndgameState) => T): T {
  return useStore(game.store, select);
}

function SideSeal({ level }: { level: Level }) {
  return <Seal tone={level.side}>{boardText(`side.${level.side}`)}</Seal>;
}

const RULES = [3, 2, 1] as const;

function ruleText(level: Level, stars: (typeof RULES)[number]): string {
  const { goal } = level;
  if (goal === 'hold') return t(`rule.hold${stars}`);
  if (stars === 3) return t('rule.win3', { count: counted(movesOf(level)) });
  const most = stars === 2 ? movesForTwo(level) : MOST_MOVES;
  return t(`rule.win${stars}`, { count: counted(most) });
}

/** The task, and what each number of stars asks for. */
export function LevelCard({ game, level }: PartProps) {
  const inReach = useEndgameState(game, (state) => state.inReach);
  const isOver = useEndgameState(game, ({ status }) => status === 'over');
  const best = starsOf(useProgress(), level);
  return (
    <Card framed className={styles.level}>
      <div className={styles.head}>
        <SideSeal level={level} />
        <div>
          <h2>{titleOf(level)}</h2>
          <p>{taskText(level)}</p>
        </div>
        <StarRow stars={best} className={styles.best} />
      </div>
      <ul className={styles.rules}>
        {RULES.map((stars) => (
          <li key={stars}>
            <StarRow stars={stars} />
            <span>{ruleText(level, stars)}</span>
            {stars === inReach && !isOver && <Chip tone="jade">{t('rule.inReach')}</Chip>}
          </li>
        ))}
      </ul>
      {inReach === 0 && <p className={styles.answered}>{t('rule.answered')}</p>}
    </Card>
  );
}

/** The same as one line over a phone's board. */
export function LevelSlip({ game, level }: PartProps) {
  const earned = useEndgameState(game, (state) => state.earned);
  const best = starsOf(useProgress(), level);
  const place = {
    chapter: ordinal(CHAPTERS.indexOf(level.chapter) + 1),
    name: CHAPTER_TITLES[level.chapter],
    number: numberOf(level),
  };
  return (
    <Card className={styles.slip}>
      <SideSeal level={level} />
      <div>
        <h2>{taskText(level)}</h2>
        <p>{t('level.place', place)}</p>
      </div>
      <StarRow stars={Math.max(best, earned ?? 0) as Stars} className={styles.best} />
    </Card>
  );
}

/** Own moves made and left, as a row of dashes. */
function useSteps(game: EndgameGame) {
  const made = useEndgameState(game, ({ attempt }) => ownMoves(attempt));
  const left = useEndgameState(game, (state) => state.left);
  const isOver = useEndgameState(game, ({ status }) => status === 'over');
  const mistakes = useEndgameState(game, ({ attempt }) => attempt.mistakes);
  return { made, left, isOver, mistakes };
}

function Dashes({ made, left, isOver }: { made: number; left: number; isOver: boolean }) {
  const all = Array.from({ length: made + left }, (_, at) => at);
  return (
    <span className={styles.dashes} aria-hidden="true">
      {all.map((at) => (
        <i key={at} data-state={at < made ? 'made' : at === made && !isOver ? 'now' : 'left'} />
      ))}
    </span>
  );
}

/** How far the attempt is, and whether the goal is still in reach. */
export function StepCard({ game, level }: PartProps) {
  const { made, left, isOver, mistakes } = useSteps(game);
  const notes = [
    !isOver && t('step.left', { count: left }),
    mistakes > 0 && t('step.mistakes', { count: mistakes }),
  ].filter(Boolean);
  return (
    <Card className={styles.steps}>
      <div className={styles.line}>
        <b>{isOver ? t('step.done') : t('step.now', { number: made + 1 })}</b>
        <span>{notes.join(t('step.join'))}</span>
      </div>
      <Dashes {...{ made, left, isOver }} />
      <VerdictLine game={game} level={level} />
    </Card>
  );
}

/** The same as one line under a phone's board. */
export function StepBar({ game }: PartProps) {
  const { made, left, isOver } = useSteps(game);
  return (
    <div className={styles.bar}>
      <span>{isOver ? t('step.done') : t('step.now', { number: made + 1 })}</span>
      <Dashes {...{ made, left, isOver }} />
      {!isOver && <span>{t('step.left', { count: left })}</span>}
    </div>
  );
}

function verdictText({ verdict, status, left }: EndgameState, { goal }: Level): string | null {
  if (status === 'over') return t('verdict.reached');
  if (verdict === null) return null;
  if (verdict === 'long') return t('verdict.long', { count: counted(MOST_MOVES) });
  if (verdict === 'lost') return t(goal === 'win' ? 'verdict.winLost' : 'verdict.holdLost');
  return t(goal === 'win' ? 'verdict.winGood' : 'verdict.holdGood', { count: counted(left) });
}

/** Says after each move whether the goal is still in reach. */
function VerdictLine({ game, level }: PartProps) {
  const text = useEndgameState(game, (state) => verdictText(state, level));
  const isBad = useEndgameState(game, ({ verdict }) => verdict !== null && verdict !== 'good');
  const mistakes = useEndgameState(game, ({ attempt }) => attempt.mistakes);
  return (
    <p className={styles.verdict} data-bad={isBad} role="status">
      {/* Another one for each wrong move, so that readers repeat the text. */}
      {text && <span key={mistakes}>{text}</span>}
    </p>
  );
}

/** The hint in words, and in a narrow window the verdict on the last move. */
export function HintCard({ game, level }: PartProps) {
  const hasWords = useEndgameState(game, (state) => state.hasWords);
  const arrow = useEndgameState(game, (state) => state.arrow);
  const piece = useEndgameState(
    game,
    (state) => state.arrow && pieceAt(positionOf(state.game), state.arrow.from)?.type,
  );
  const move =
    arrow && piece
      ? t('hint.arrow', {
          piece: uiText(`animal.${animalOf(piece)}`),
          from: squareName(arrow.from),
          to: squareName(arrow.to),
        })
      : null;
  return (
    <div className={styles.hints}>
      <div className={styles.beneath}>
        <VerdictLine game={game} level={level} />
      </div>
      {/* The place stays, so that readers announce what appears in it. */}
      <div role="status">
        {hasWords && (
          <Card className={styles.hint}>
            <img src={FACES.elephant} alt="" width={62} height={62} />
            <p>
              <b>{t('hint.title')}</b>
              {move}
              {HINTS[level.id]}
            </p>
          </Card>
        )}
      </div>
    </div>
  );
}
