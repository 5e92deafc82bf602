import { positionOf, turn } from '@doushouqi/rules';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { onStudy, shownStudy } from '../../game/analysis/analysis.ts';
import type { AnalysisGame } from '../../game/analysis/analysis-game.ts';
import {
  backToMain,
  branchCount,
  isBranch,
  nodeOf,
  plyOf,
  promoted,
  withoutBranch,
  withoutMove,
} from '../../game/analysis/study.ts';
import { colourOf } from '../../game/board-model.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './Panels.module.css';
import { TreeList } from './TreeList.tsx';
import { resultText } from './texts.ts';
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
  const { t } = useTranslation();
  const study = useAnalysisBeside(game, shownStudy);
  const { Red: red, Blue: blue } = study.headers;
  const seconds = isBranch(study) ? null : study.times[plyOf(study.path) - 1];
  const branches = useMemo(() => branchCount(study.tree), [study.tree]);
  const result = resultText(t, study);
  return (
    <div className={styles.facts}>
      {red && blue && <b>{t('analysis.record.players', { red, blue })}</b>}
      {result && <Chip tone="gold">{result}</Chip>}
      {branches > 0 && <Chip icon="git-branch">{t('analysis.record.branches', { count: branches })}</Chip>}
      {seconds != null && (
        <Chip icon="timer">{t('analysis.record.seconds', { seconds: seconds.toFixed(1) })}</Chip>
      )}
    </div>
  );
}

function Empty({ game, isPlay }: { game: AnalysisGame; isPlay: boolean }) {
  const { t } = useTranslation();
  const side = useAnalysis(game, (analysis) => turn(positionOf(nodeOf(shownStudy(analysis)).game)));
  const name = t(`board.sideName.${colourOf(side)}`);
  return (
    <p className={styles.empty}>
      {isPlay ? t('analysis.record.emptyPlay', { side: name }) : t('analysis.record.emptyNotation')}
    </p>
  );
}

/** While a branch is shown: back to the main line, make it that, delete it. */
function BranchActions({ game }: { game: AnalysisGame }) {
  const { t } = useTranslation();
  const isOn = useAnalysis(game, (analysis) => isBranch(shownStudy(analysis)));
  if (!isOn) return null;
  const remove = (): void => {
    if (game.act(onStudy(withoutBranch))) toast.info(t('analysis.record.removed'));
  };
  return (
    <section className={styles.branch} aria-label={t('analysis.record.branch')}>
      <Button small icon="arrow-counter-clockwise" onClick={() => game.act(onStudy(backToMain))}>
        {t('analysis.record.toMain')}
      </Button>
      <Button small onClick={() => game.act(onStudy(promoted))}>
        {t('analysis.record.promote')}
      </Button>
      <Button small tone="danger" onClick={remove}>
        {t('analysis.record.remove')}
      </Button>
    </section>
  );
}

/** Of the moves made from a placed position. */
function PlayActions({ desk: { game, leaving } }: { desk: Desk }) {
  const { t } = useTranslation();
  const isAtStart = useAnalysis(game, (analysis) => shownStudy(analysis).path === '');
  const isEmpty = useAnalysis(game, (analysis) => shownStudy(analysis).tree.moves === 0);
  const undo = (): void => {
    if (isAtStart) toast.info(t('analysis.record.nothingToUndo'));
    else game.act(onStudy(withoutMove));
  };
  return (
    <div className={styles.actions}>
      <Button small onClick={undo}>
        {t('analysis.record.undo')}
      </Button>
      <Button small disabled={isEmpty} onClick={leaving.restart}>
        {t('analysis.record.again')}
      </Button>
      <Button small disabled={isEmpty} onClick={leaving.keep}>
        {t('analysis.record.keep')}
      </Button>
    </div>
  );
}
