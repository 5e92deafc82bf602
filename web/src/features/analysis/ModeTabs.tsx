import { ChoiceGrid } from '../../ui/ChoiceGrid.tsx';
import styles from './Slips.module.css';
import { inMode, MODES, type Mode } from './study/analysis.ts';
import { t } from './texts.ts';
import { useAnalysis } from './use-analysis.ts';
import type { Desk } from './use-desk.ts';

/** Setup, play, notation: paper slips on a tray. */
export function ModeTabs({ desk: { game, leaving, setPen } }: { desk: Desk }) {
  const mode = useAnalysis(game, (analysis) => analysis.mode);
  const nameOf = (one: Mode) => t(`mode.${one}`);
  const choose = (next: Mode): void => {
    leaving.leave(
      (analysis) => inMode(analysis, next),
      () => setPen(null),
    );
  };
  return (
    <ChoiceGrid
      label={t('mode.label')}
      items={MODES}
      nameOf={nameOf}
      current={mode}
      onChoose={choose}
      className={styles.tray}
      itemClassName={styles.slip}
    >
      {nameOf}
    </ChoiceGrid>
  );
}
