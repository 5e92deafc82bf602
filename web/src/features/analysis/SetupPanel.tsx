import { ok } from '@doushouqi/rules';
import { PiecePool } from '../../board/PiecePool.tsx';
import type { Placing } from '../../board/use-placing.ts';
import { Button } from '../../ui/Button.tsx';
import { FirstMover } from './FirstMover.tsx';
import styles from './Panels.module.css';
import { inMode, laidOut } from './study/analysis.ts';
import { t } from './texts.ts';
import type { Desk } from './use-desk.ts';

interface SetupPanelProps {
  desk: Desk;
  placing: Placing;
  /** The pool is one row a side, to be pushed sideways. */
  isStrip: boolean;
}

/** The pieces that are not on the board, and what can be done with all of them. */
export function SetupPanel({ desk, placing, isStrip }: SetupPanelProps) {
  const { game } = desk;
  const lay = (what: 'empty' | 'start') => () => game.act((analysis) => ok(laidOut(analysis, what)));
  return (
    <div className={styles.setup} data-strip={isStrip}>
      <PiecePool placing={placing} isStrip={isStrip} />
      {!isStrip && <p className={styles.hint}>{t('setup.hint')}</p>}
      <FirstMover desk={desk} />
      <div className={styles.buttons}>
        <Button onClick={lay('empty')} icon="trash">
          {t('setup.clear')}
        </Button>
        <Button onClick={lay('start')} icon="arrow-counter-clockwise">
          {t('setup.start')}
        </Button>
        <Button
          tone="primary"
          icon="play-fill"
          onClick={() => game.act((analysis) => inMode(analysis, 'play'))}
        >
          {t('setup.go')}
        </Button>
      </div>
    </div>
  );
}
