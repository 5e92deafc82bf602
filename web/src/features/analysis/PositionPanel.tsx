import {
  formatFen,
  formatPositionString,
  formatRecord,
  positionOf,
  samePosition,
  startPosition,
} from '@doushouqi/rules';
import { useTranslation } from 'react-i18next';
import { shownPosition, shownStudy } from '../../game/analysis/analysis.ts';
import { nodeOf } from '../../game/analysis/study.ts';
import { NotationCode } from '../table/NotationCode.tsx';
import { FirstMover } from './FirstMover.tsx';
import styles from './Panels.module.css';
import { useAnalysisBeside } from './use-analysis.ts';
import type { Desk } from './use-desk.ts';

/** The position in the forms in which it can be taken along, and who moves first. */
export function PositionPanel({ desk, hasFirstMover }: { desk: Desk; hasFirstMover: boolean }) {
  const { t } = useTranslation();
  const analysis = useAnalysisBeside(desk.game, (all) => all);
  const position = shownPosition(analysis);
  const { root } = shownStudy(analysis).tree;
  // A record says nothing of where it starts.
  const hasRecord = analysis.mode !== 'setup' && samePosition(positionOf(root.game), startPosition());
  return (
    <div className={styles.position}>
      {position.ok ? (
        <>
          <NotationCode
            name={t('table.notation.fen')}
            done={t('table.notation.fenCopied')}
            text={formatFen(position.value)}
          />
          <NotationCode
            name={t('table.notation.position')}
            done={t('table.notation.positionCopied')}
            text={formatPositionString(position.value)}
          />
        </>
      ) : (
        <p className={styles.empty}>{t('analysis.position.noFen')}</p>
      )}
      {hasRecord && (
        <NotationCode
          name={t('table.notation.record')}
          done={t('table.notation.recordCopied')}
          text={formatRecord(nodeOf(shownStudy(analysis)).game)}
        />
      )}
      {hasFirstMover && <FirstMover desk={desk} />}
    </div>
  );
}
