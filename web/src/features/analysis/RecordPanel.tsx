import { positionOf, turn } from '@doushouqi/rules';
import { useMemo } from 'react';
import { t as boardText } from '../../board/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { toast } from '../../ui/toast-store.ts';
import { resultText } from './messages.ts';
import styles from './Panels.module.css';
import { onStudy, shownStudy } from './study/analysis.ts';
import type { AnalysisGame } from './study/analysis-game.ts';
import {
  backToMain,
  branchCount,
  isBranch,
  nodeOf,
  plyOf,
  promoted,
  withoutBranch,
  withoutMove,
} from './study/study.ts';
import { TreeList } from './TreeList.tsx';
import { t } from './texts.ts';
import { useAnalysis, useAnalysisBeside } from './use-analysis.ts';
import type { Desk } from './use-desk.ts';

/** The record of the mode, with what can be done with it. */
export function RecordPanel({ desk }: { desk: Desk }) {
  const { game } = desk;
  const isPlay = useAnalysis(game, (analysis) => analysis.mode === 'play');
  const isEmpty = useAnalysis(game, (analysis) => shownStudy(analysis).tree.moves === 0);
  return (
    <div className={styles.record}>
      <Facts game={game} />
      {isEmpty ? <Empty game={game} isPlay={isPlay} /> : <TreeList desk={desk} />}
      <BranchActions game={game} />
      {isPlay && <PlayActions desk={desk} />}
    </div>
  );
}

/** Who played, how it ended, how many branches there are. */
function Facts({ game }: { game: AnalysisGame }) {
  const study = useAnalysisBeside(game, shownStudy);
  const { Red: red, Blue: blue } = study.headers;
  const seconds = isBranch(study) ? null : study.times[plyOf(study.path) - 1];
  const branches = useMemo(() => branchCount(study.tree), [study.tree]);
  const result = resultText(study);
  return (
    <div className={styles.facts}>
      {red && blue && <b>{t('record.players', { red, blue })}</b>}
      {result && <Chip tone="gold">{result}</Chip>}
      {branches > 0 && <Chip icon="git-branch">{t('record.branches', { count: branches })}</Chip>}
      {seconds != null && <Chip icon="timer">{t('record.seconds', { seconds: seconds.toFixed(1) })}</Chip>}
    </div>
  );
}

function Empty({ game, isPlay }: { game: AnalysisGame; isPlay: boolean }) {
  const side = useAnalysis(game, (analysis) => turn(positionOf(nodeOf(shownStudy(analysis)).game)));
  const name = boardText(`sideName.${side}`);
  return (
    <p className={styles.empty}>
      {isPlay ? t('record.emptyPlay', { side: name }) : t('record.emptyNotation')}
    </p>
  );
}

/** While a branch is shown: back to the main line, make it that, delete it. */
function BranchActions({ game }: { game: AnalysisGame }) {
  const isOn = useAnalysis(game, (analysis) => isBranch(shownStudy(analysis)));
  if (!isOn) return null;
  const remove = (): void => {
    if (game.act(onStudy(withoutBranch))) toast.info(t('record.removed'));
  };
  return (
    <section className={styles.branch} aria-label={t('record.branch')}>
      <Button small icon="arrow-counter-clockwise" onClick={() => game.act(onStudy(backToMain))}>
        {t('record.toMain')}
      </Button>
      <Button small onClick={() => game.act(onStudy(promoted))}>
        {t('record.promote')}
      </Button>
      <Button small tone="danger" onClick={remove}>
        {t('record.remove')}
      </Button>
    </section>
  );
}

/** Of the moves made from a placed position. */
function PlayActions({ desk: { game, leaving } }: { desk: Desk }) {
  const isAtStart = useAnalysis(game, (analysis) => shownStudy(analysis).path === '');
  const isEmpty = useAnalysis(game, (analysis) => shownStudy(analysis).tree.moves === 0);
  const undo = (): void => {
    if (isAtStart) toast.info(t('record.nothingToUndo'));
    else game.act(onStudy(withoutMove));
  };
  return (
    <div className={styles.actions}>
      <Button small onClick={undo}>
        {t('record.undo')}
      </Button>
      <Button small disabled={isEmpty} onClick={leaving.restart}>
        {t('record.again')}
      </Button>
      <Button small disabled={isEmpty} onClick={leaving.keep}>
        {t('record.keep')}
      </Button>
    </div>
  );
}
