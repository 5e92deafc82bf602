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
import { Button } from '../../ui/Button.tsx';
import { FirstMover } from './FirstMover.tsx';
import styles from './Panels.module.css';
import { useAnalysis } from './use-analysis.ts';
import type { Desk } from './use-desk.ts';

/** The position in the forms in which it can be taken along, and who moves first. */
export function PositionPanel({ desk, hasFirstMover }: { desk: Desk; hasFirstMover: boolean }) {
  const { t } = useTranslation();
  const analysis = useAnalysis(desk.game, (all) => all);
  const position = shownPosition(analysis);
  const { root } = shownStudy(analysis).tree;
  // A record says nothing of where it starts.
  const hasRecord = analysis.mode !== 'setup' && samePosition(positionOf(root.game), startPosition());
  return (
    <div className={styles.position}>
      {position.ok ? (
        <>
          <Code
            desk={desk}
            name={t('analysis.position.fen')}
            done={t('analysis.position.fenCopied')}
            text={formatFen(position.value)}
          />
          <Code
            desk={desk}
            name={t('analysis.position.code')}
            done={t('analysis.position.codeCopied')}
            text={formatPositionString(position.value)}
          />
        </>
      ) : (
        <p className={styles.empty}>{t('analysis.position.noFen')}</p>
      )}
      {hasRecord && (
        <Code
          desk={desk}
          name={t('analysis.position.record')}
          done={t('analysis.position.recordCopied')}
          text={formatRecord(nodeOf(shownStudy(analysis)).game)}
        />
      )}
      {hasFirstMover && <FirstMover desk={desk} />}
    </div>
  );
}

interface CodeProps {
  desk: Desk;
  name: string;
  done: string;
  text: string;
}

/** One of the forms: the whole of it is selected by a press, and the button copies it. */
function Code({ desk, name, done, text }: CodeProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.code}>
      <span>{name}</span>
      <input readOnly value={text} aria-label={name} onFocus={(event) => event.target.select()} />
      <Button
        small
        icon="copy"
        aria-label={t('analysis.position.copy', { name })}
        onClick={() => desk.copy(text, done)}
      />
    </div>
  );
}
