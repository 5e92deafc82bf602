import {
  formatFen,
  formatPositionString,
  formatRecord,
  positionOf,
  samePosition,
  startPosition,
} from '@doushouqi/rules';
import { NotationCode } from '../../shared/table/MoveRecord.tsx';
import { t as tableText } from '../../shared/table/texts.ts';
import { FirstMover } from './FirstMover.tsx';
import styles from './Panels.module.css';
import { shownPosition, shownStudy } from './study/analysis.ts';
import { nodeOf } from './study/study.ts';
import { t } from './texts.ts';
import { useAnalysisBeside } from './use-analysis.ts';
import type { Desk } from './use-desk.ts';

/** The position in the forms in which it can be taken along, and who moves first. */
export function PositionPanel({ desk, hasFirstMover }: { desk: Desk; hasFirstMover: boolean }) {
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
            name={tableText('notation.fen')}
            done={tableText('notation.fenCopied')}
            text={formatFen(position.value)}
          />
          <NotationCode
            name={tableText('notation.position')}
            done={tableText('notation.positionCopied')}
            text={formatPositionString(position.value)}
          />
        </>
      ) : (
        <p className={styles.empty}>{t('position.noFen')}</p>
      )}
      {hasRecord && (
        <NotationCode
          name={tableText('notation.record')}
          done={tableText('notation.recordCopied')}
          text={formatRecord(nodeOf(shownStudy(analysis)).game)}
        />
      )}
      {hasFirstMover && <FirstMover desk={desk} />}
    </div>
  );
}
