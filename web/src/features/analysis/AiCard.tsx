import { type Game, type Move, outcome, plyCount, positionOf, turn } from '@doushouqi/rules';
import { useDeferredValue } from 'react';
import { useStore } from 'zustand';
import { ENGINES } from '../../shared/engine/chosen.ts';
import { plysToEvaluate } from '../../shared/engine/evaluation.ts';
import type { FoundLine } from '../../shared/engine/source.ts';
import type { EngineWork } from '../../shared/engine/work.ts';
import { Card } from '../../ui/Card.tsx';
import { ChoiceGrid } from '../../ui/ChoiceGrid.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './AiCard.module.css';
import cards from './Cards.module.css';
import { useShownRate } from './EvalBar.tsx';
import { lineName, moveName } from './review/review-text.ts';
import { t as reviewText } from './review/texts.ts';
import { useReviewView } from './review/use-review-view.ts';
import { WinRateGraph } from './review/WinRateGraph.tsx';
import slips from './Slips.module.css';
import { useAnalysis } from './study/analysis-game.ts';
import { t } from './texts.ts';
import { type EngineWorkspace, useChooseEngine, useWork, useWorkBeside } from './use-engine.ts';
import type { Workspace } from './use-workspace.ts';

/**
 * The engine card beside the board: its switch and, while it is on, its analysis of the shown position and the game.
 */
export function AiCard({ workspace }: { workspace: Workspace }) {
  const { isOn, isLocked, setOn } = workspace.engine;
  // The switch responds at once; the content renders in small steps.
  const isShown = useDeferredValue(isOn);
  const name = t('ai.title');
  return (
    <Card framed className={cards.card}>
      <h2 className="visually-hidden">{name}</h2>
      <div className={cards.ai}>
        <Switch on={isOn} onChange={(on) => setOn(on && !isLocked)}>
          <span className={cards.aiName}>
            <Icon name="sparkle" />
            {name}
          </span>
        </Switch>
      </div>
      {isOn && isShown ? (
        <Report workspace={workspace} />
      ) : (
        <p className={cards.lead}>{isLocked ? reviewText('start.locked') : t('ai.lead')}</p>
      )}
    </Card>
  );
}

/** Returns why there is no analysis, or null if there is one or one is expected. */
function silenceOf(mode: string, { failure, live }: EngineWork) {
  if (mode === 'setup') return t('ai.setup');
  if (failure === 'LOAD_TIMEOUT') return reviewText('start.timeout');
  if (failure === 'NO_FEN') return t('position.noFen');
  if (failure) return reviewText('start.failed');
  return live && outcome(live).winner !== null ? t('ai.over') : null;
}

function Report({ workspace }: { workspace: Workspace }) {
  const mode = useAnalysis(workspace.game, (analysis) => analysis.mode);
  const silence = useWorkBeside(workspace.engine, (work) => silenceOf(mode, work));
  const { failure, live } = useWorkBeside(workspace.engine, (work) => work);
  const retry = (): void => workspace.engine.analyst.send({ kind: 'show', game: live });
  return (
    <div className={styles.report}>
      <EngineSlips engine={workspace.engine} />
      {silence ? (
        <p className={styles.silence} role={failure ? 'alert' : undefined}>
          {silence}
          {failure && (
            <button type="button" className={styles.retry} onClick={retry}>
              {reviewText('start.retry')}
            </button>
          )}
        </p>
      ) : (
        <Rate workspace={workspace} />
      )}
      {mode === 'notation' && <Graph workspace={workspace} />}
      {!silence && <AiLines workspace={workspace} />}
    </div>
  );
}

/** The game is even between these rates. */
const [BLUE_LEADS, RED_LEADS] = [45, 55] as const;

function Rate({ workspace }: { workspace: Workspace }) {
  const rate = useDeferredValue(useShownRate(workspace));
  const found = useWorkBeside(workspace.engine, (work) => work.found);
  if (rate === null) return <p className={cx(styles.silence, styles.searching)}>{t('ai.searching')}</p>;
  const leader = rate > RED_LEADS ? 'red' : rate < BLUE_LEADS ? 'blue' : 'even';
  return (
    <div className={styles.rate} data-leader={leader}>
      <p>
        <b className={styles.big}>{Math.round(rate)}</b>
        {'% '}
        {t('ai.redRate')}
      </p>
      <Chip tone={leader === 'even' ? 'jade' : leader}>{t(`ai.verdict.${leader}`)}</Chip>
      {found?.depth != null && found.nodes != null && (
        <small>
          {t('ai.depth', { depth: found.depth })}
          {' · '}
          {nodesText(found.nodes)}
        </small>
      )}
    </div>
  );
}

function nodesText(nodes: number): string {
  if (nodes < 10_000) return t('ai.nodes', { nodes });
  return t('ai.manyNodes', { nodes: Math.round(nodes / 10_000) });
}

/** The graph of the whole game as far as it is evaluated; evaluation runs beside the analysis. */
function Graph({ workspace }: { workspace: Workspace }) {
  const view = useReviewView(workspace);
  const work = useWork(workspace.engine, ({ review }) => review);
  if (!view || !work || plyCount(work.game) === 0) return null;
  const all = plysToEvaluate(work.game).length;
  const done = all - work.left.length;
  return (
    <div>
      <WinRateGraph review={view.review} ply={view.ply} onShow={view.show} className={styles.graph} />
      {done < all && <p className={styles.counting}>{t('ai.counting', { done, all })}</p>}
    </div>
  );
}

const ORDER = ['一', '二', '三'] as const;

/** Number of moves of a line that are written out after its first. */
const SHOWN_MOVES = 3;

/** The best moves of the shown position; a press plays one. */
function AiLines({ workspace: { game: controller, engine } }: { workspace: Workspace }) {
  const { live, found } = useWorkBeside(engine, (work) => work);
  const play = ({ from, to }: Move): void => controller.move(from, to);
  return (
    // Reserves its height while nothing is found, so that the content below does not jump at every step.
    <ol className={styles.lines} aria-label={t('ai.line')} aria-busy={!found}>
      {live &&
        found?.lines.map((line, index) => <Line key={ORDER[index]} {...{ game: live, line, index, play }} />)}
    </ol>
  );
}

interface LineProps {
  game: Game;
  line: FoundLine;
  index: number;
  play: (move: Move) => void;
}

function Line({ game, line, index, play }: LineProps) {
  const side = turn(positionOf(game));
  // The rate of the side to move: the best move has the highest.
  const { rate } = line;
  const move = moveName(game, line.move);
  const { score } = line;
  return (
    <li>
      <button
        type="button"
        className={styles.line}
        data-best={index === 0}
        aria-label={t('ai.play', { move })}
        onClick={() => play(line.move)}
      >
        <span className={styles.order}>{ORDER[index]}</span>
        <b>{move}</b>
        <span className={styles.value}>
          {score?.kind === 'win' && score.plies > 0
            ? t('ai.winIn', { moves: Math.ceil(score.plies / 2) })
            : reviewText('percent', { value: Math.round(rate) })}
        </span>
        <span
          className={styles.share}
          data-side={side}
          style={{ '--rate': `${rate}%` } as React.CSSProperties}
        />
        <span className={styles.pv}>{lineName(game, line.pv, SHOWN_MOVES)}</span>
      </button>
    </li>
  );
}

/** Shows which engine analyzes, and a note if it differs from the chosen one. */
function EngineSlips({ engine: { chosenEngine } }: { engine: EngineWorkspace }) {
  const { chosen, isThere } = useStore(chosenEngine.store);
  const choose = useChooseEngine(chosenEngine);
  const nameOf = (name: (typeof ENGINES)[number]) => t(`engine.${name}`);
  return (
    <div className={styles.engine}>
      <ChoiceGrid
        label={t('engine.label')}
        items={ENGINES}
        nameOf={nameOf}
        current={chosen}
        onChoose={(name) => void choose(name)}
        className={slips.tray}
        itemClassName={slips.slip}
      >
        {nameOf}
      </ChoiceGrid>
      {chosen === 'service' && (
        <p role="status" className={styles.note} data-there={isThere ?? undefined}>
          {t(`engine.${isThere === false ? 'away' : 'there'}`)}
        </p>
      )}
    </div>
  );
}
