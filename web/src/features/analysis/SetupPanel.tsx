import { formatFen, formatPositionString, formatRecord, ok, SIDES, startFen } from '@doushouqi/rules';
import { PiecePool } from '../../board/PiecePool.tsx';
import type { Placing } from '../../board/use-placing.ts';
import { NotationCode } from '../../shared/table/NotationCode.tsx';
import { t as tableText } from '../../shared/table/texts.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './FirstMover.module.css';
import panels from './Panels.module.css';
import { PlayOn } from './PlayOn.tsx';
import slips from './Slips.module.css';
import {
  canTurn,
  firstMover,
  inMode,
  laidOut,
  shownPosition,
  shownStudy,
  withFirstMover,
} from './study/analysis.ts';
import { useAnalysis, useAnalysisBeside } from './study/analysis-game.ts';
import { nodeOf } from './study/study.ts';
import { t } from './texts.ts';
import type { Workspace } from './use-workspace.ts';

interface SetupPanelProps {
  workspace: Workspace;
  placing: Placing;
  /** Whether the pool is one row per side that scrolls sideways. */
  isStrip: boolean;
}

/** The pieces that are not on the board, and actions on all pieces. */
export function SetupPanel({ workspace, placing, isStrip }: SetupPanelProps) {
  const { game } = workspace;
  const lay = (what: 'empty' | 'start') => () => game.act((analysis) => ok(laidOut(analysis, what)));
  return (
    <div className={panels.setup} data-strip={isStrip}>
      <PiecePool placing={placing} isStrip={isStrip} />
      {!isStrip && <p className={panels.hint}>{t('setup.hint')}</p>}
      <FirstMover workspace={workspace} />
      <div className={panels.buttons}>
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

/** The position in its export formats, and the first mover. */
export function PositionPanel({
  workspace,
  hasFirstMover,
}: {
  workspace: Workspace;
  hasFirstMover: boolean;
}) {
  const analysis = useAnalysisBeside(workspace.game, (all) => all);
  const position = shownPosition(analysis);
  const { root } = shownStudy(analysis).tree;
  // A record does not contain its start position.
  const hasRecord = analysis.mode !== 'setup' && startFen(root.game) === null;
  return (
    <div className={panels.position}>
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
        <p className={panels.empty}>{t('position.noFen')}</p>
      )}
      {hasRecord && (
        <NotationCode
          name={tableText('notation.record')}
          done={tableText('notation.recordCopied')}
          text={formatRecord(nodeOf(shownStudy(analysis)).game)}
        />
      )}
      {hasFirstMover && <FirstMover workspace={workspace} />}
      {position.ok && <PlayOn position={position.value} />}
    </div>
  );
}

/** Selects the side that moves first; after the first move it shows the side to move. */
function FirstMover({ workspace: { game } }: { workspace: Workspace }) {
  const mover = useAnalysis(game, firstMover);
  const isOpen = useAnalysis(game, canTurn);
  const label = t(isOpen ? 'firstMover.label' : 'firstMover.turn');
  return (
    <div className={styles.row}>
      <span>{label}</span>
      <div role="radiogroup" aria-label={label} className={slips.tray}>
        {SIDES.map((side) => (
          // biome-ignore lint/a11y/useSemanticElements: a slip of paper is pressed, as with the modes
          <button
            key={side}
            type="button"
            role="radio"
            aria-checked={side === mover}
            disabled={!isOpen}
            className={slips.slip}
            data-side={side}
            onClick={() => game.act((analysis) => withFirstMover(analysis, side))}
          >
            {t(`firstMover.${side}`)}
          </button>
        ))}
      </div>
    </div>
  );
}
