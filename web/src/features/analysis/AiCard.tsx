import { outcome, plyCount } from '@doushouqi/rules';
import { useDeferredValue } from 'react';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './AiCard.module.css';
import { AiLines } from './AiLines.tsx';
import cards from './Cards.module.css';
import { EngineSlips } from './EngineSlips.tsx';
import type { EngineWork } from './engine/work.ts';
import { plysToEvaluate } from './review/review.ts';
import { t as reviewText } from './review/texts.ts';
import { useReviewView } from './review/use-review-view.ts';
import { WinRateGraph } from './review/WinRateGraph.tsx';
import { t } from './texts.ts';
import { useAnalysis } from './use-analysis.ts';
import type { Desk } from './use-desk.ts';
import { useWork, useWorkBeside } from './use-engine.ts';
import { useShownRate } from './use-shown-rate.ts';

/** The engine beside the board: its switch, and while it is on what it says of the shown position and the game. */
export function AiCard({ desk }: { desk: Desk }) {
  const { isOn, isLocked, setOn } = desk.engine;
  // The switch answers at once; what it brings is drawn in small steps.
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
        <Report desk={desk} />
      ) : (
        <p className={cards.lead}>{isLocked ? reviewText('start.locked') : t('ai.lead')}</p>
      )}
    </Card>
  );
}

/** Why nothing is said, or null while something is or will be. */
function silenceOf(mode: string, { failure, live }: EngineWork) {
  if (mode === 'setup') return t('ai.setup');
  if (failure === 'LOAD_TIMEOUT') return reviewText('start.timeout');
  if (failure === 'NO_FEN') return t('position.noFen');
  if (failure) return reviewText('start.failed');
  return live && outcome(live).winner !== null ? t('ai.over') : null;
}

function Report({ desk }: { desk: Desk }) {
  const mode = useAnalysis(desk.game, (analysis) => analysis.mode);
  const silence = useWorkBeside(desk.engine, (work) => silenceOf(mode, work));
  const { failure, live } = useWorkBeside(desk.engine, (work) => work);
  const retry = (): void => desk.engine.analyst.tell({ kind: 'look', game: live });
  return (
    <div className={styles.report}>
      <EngineSlips engine={desk.engine} />
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
        <Rate desk={desk} />
      )}
      {mode === 'notation' && <Graph desk={desk} />}
      {!silence && <AiLines desk={desk} />}
    </div>
  );
}

/** Between these the game is even. */
const [BLUE_LEADS, RED_LEADS] = [45, 55] as const;

function Rate({ desk }: { desk: Desk }) {
  const rate = useDeferredValue(useShownRate(desk));
  const found = useWorkBeside(desk.engine, (work) => work.found);
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

/** The whole game, as far as it is evaluated; it goes on beside the analysis. */
function Graph({ desk }: { desk: Desk }) {
  const view = useReviewView(desk);
  const work = useWork(desk.engine, ({ review }) => review);
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
