import type { Side } from '@doushouqi/rules';
import { type CSSProperties, useState } from 'react';
import { boardSize } from '../../board/geometry.ts';
import { exerciseRate } from '../../shared/engine/exercise.ts';
import { placeSearch } from '../../shared/header/header-slots.ts';
import { TablePage } from '../../shared/table/TablePage.tsx';
import { type TableLayout, useTableLayout } from '../../shared/table/use-table-layout.ts';
import { Card } from '../../ui/Card.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { AiCard } from './AiCard.tsx';
import { AnalysisBoard } from './AnalysisBoard.tsx';
import { AnalysisHeader, ModeTabs } from './AnalysisHeader.tsx';
import styles from './AnalysisScreen.module.css';
import cards from './Cards.module.css';
import { CommentPanel } from './CommentPanel.tsx';
import { EvalBar, useShownRate } from './EvalBar.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { LeavingDialog, ManualCopy } from './LeavingDialog.tsx';
import { RecordPanel } from './RecordPanel.tsx';
import { RetryBoard } from './review/RetryBoard.tsx';
import { ReviewColumn, ReviewGraph, ReviewPane } from './review/ReviewPane.tsx';
import { useRetry } from './review/use-retry.ts';
import { PositionPanel, SetupPanel } from './SetupPanel.tsx';
import { type AnalysisGame, useAnalysis } from './study/analysis-game.ts';
import { Transport } from './Transport.tsx';
import { t } from './texts.ts';
import { type Playback, usePlayback } from './use-playback.ts';
import { useWorkspace, type Workspace } from './use-workspace.ts';

interface AnalysisScreenProps {
  game: AnalysisGame;
  /** Whether the review starts at once. */
  isReview?: boolean;
  /** The side that the user played; null if unknown. */
  own?: Side | null;
}

/** The analysis: the board and the panels of its mode. */
export function AnalysisScreen({ game, isReview = false, own = null }: AnalysisScreenProps) {
  const workspace = useWorkspace(game, isReview, own);
  const layout = useTableLayout();
  const mode = useAnalysis(game, (analysis) => analysis.mode);
  const retry = useRetry(workspace);
  const playback = usePlayback(game, mode !== 'setup' && retry === null);
  const isUpright = layout === 'phone' || layout === 'upright';
  const hasGraphAbove = mode === 'review' && isUpright;
  const size = boardSize(workspace.theme.layout);
  const look = { '--board-ratio': size.width / size.height } as CSSProperties;
  return (
    <TablePage header={<AnalysisHeader workspace={workspace} />}>
      <main className={styles.main} data-mode-of={mode} style={look}>
        {layout === 'wide' && (
          <Card framed className={styles.left}>
            <ModePanel workspace={workspace} playback={playback} isStrip={false} />
            {!workspace.placing && mode !== 'review' && <CommentBelow workspace={workspace} />}
          </Card>
        )}
        {isUpright && <span ref={placeSearch} className={styles.search} />}
        {hasGraphAbove && <ReviewGraph workspace={workspace} />}
        <div className={styles.stage}>
          <Bar workspace={workspace} />
          {retry ? (
            <RetryBoard workspace={workspace} retry={retry} />
          ) : (
            <AnalysisBoard workspace={workspace} />
          )}
        </div>
        {layout === 'wide' ? (
          <RightColumn workspace={workspace} />
        ) : mode === 'review' ? (
          <ReviewSide {...{ workspace, playback, layout }} />
        ) : (
          <Pane {...{ workspace, playback, layout }} />
        )}
      </main>
      <ImportDialog workspace={workspace} />
      <LeavingDialog workspace={workspace} />
      <ManualCopy workspace={workspace} />
    </TablePage>
  );
}

interface ModePanelProps {
  workspace: Workspace;
  playback: Playback;
  isStrip: boolean;
}

/** The panel of the mode: the pool or the record. */
function ModePanel({ workspace, playback, isStrip }: ModePanelProps) {
  const mode = useAnalysis(workspace.game, (analysis) => analysis.mode);
  const isRetrying = useRetry(workspace) !== null;
  if (workspace.placing) {
    return (
      <div className={styles.setup}>
        <h2 className={styles.head}>{t('setup.title')}</h2>
        <SetupPanel workspace={workspace} placing={workspace.placing} isStrip={isStrip} />
      </div>
    );
  }
  return (
    <>
      <h2 className={styles.head}>{t('record.title')}</h2>
      <RecordPanel workspace={workspace} />
      {(mode === 'notation' || mode === 'review') && !isRetrying && (
        <Transport workspace={workspace} playback={playback} />
      )}
    </>
  );
}

/** The evaluation bar while a rate is known or expected; its space is reserved where the board must not move. */
function Bar({ workspace }: { workspace: Workspace }) {
  const isReview = useAnalysis(workspace.game, (analysis) => analysis.mode === 'review');
  const isSetup = workspace.placing !== null;
  const shown = useShownRate(workspace);
  const retry = useRetry(workspace);
  const rate = retry ? exerciseRate(retry) : shown;
  if (!isReview && (!workspace.engine.isOn || isSetup)) return null;
  return <EvalBar rate={rate} flipped={workspace.flipped} className={styles.bar} />;
}

/** The review beside or under the board. */
function ReviewSide({ workspace, playback, layout }: PaneProps) {
  const isRetrying = useRetry(workspace) !== null;
  if (layout === 'columns') {
    return (
      <div className={styles.right}>
        <div className={styles.scroll}>
          <ReviewColumn workspace={workspace} />
          <Card className={`${cards.card} ${styles.moves}`}>
            <h2>{t('record.title')}</h2>
            <RecordPanel workspace={workspace} />
          </Card>
        </div>
        {!isRetrying && (
          <Card className={styles.steps}>
            <Transport workspace={workspace} playback={playback} />
          </Card>
        )}
      </div>
    );
  }
  return (
    <div className={styles.pane}>
      {layout === 'landscape' && <ModeTabs workspace={workspace} />}
      <ReviewPane workspace={workspace} playback={playback} hasGraph={layout === 'landscape'} />
    </div>
  );
}

function RightColumn({ workspace }: { workspace: Workspace }) {
  const isReview = useAnalysis(workspace.game, (analysis) => analysis.mode === 'review');
  if (isReview) {
    return (
      <div className={styles.right}>
        <ReviewColumn workspace={workspace} />
      </div>
    );
  }
  return (
    <div className={styles.right}>
      <AiCard workspace={workspace} />
      <Card className={cards.card}>
        <h2>{t('position.title')}</h2>
        <PositionPanel workspace={workspace} hasFirstMover={!workspace.placing} />
      </Card>
      {workspace.placing && (
        <Card className={`${cards.card} ${cards.grow}`}>
          <h2>{t('comment.title')}</h2>
          <CommentPanel workspace={workspace} />
        </Card>
      )}
    </div>
  );
}

/** The comment under the moves: beside the engine's lines there is no room for it. */
function CommentBelow({ workspace }: { workspace: Workspace }) {
  return (
    <section className={styles.comment}>
      <h2 className={styles.head}>{t('comment.title')}</h2>
      <CommentPanel workspace={workspace} />
    </section>
  );
}

type Sheet = 'record' | 'position' | 'comment';

interface PaneProps {
  workspace: Workspace;
  playback: Playback;
  layout: TableLayout;
}

/** The panels beside or under the board, one sheet at a time; the transport stays in its place. */
function Pane({ workspace, playback, layout }: PaneProps) {
  const [sheet, setSheet] = useState<Sheet>('record');
  const mode = useAnalysis(workspace.game, (analysis) => analysis.mode);
  const isStrip = layout !== 'columns';
  const first = workspace.placing ? (
    <SetupPanel workspace={workspace} placing={workspace.placing} isStrip={isStrip} />
  ) : (
    <RecordPanel workspace={workspace} />
  );
  return (
    <div className={styles.pane}>
      {layout === 'landscape' && <ModeTabs workspace={workspace} />}
      {layout === 'columns' && <AiCard workspace={workspace} />}
      <Tabs
        value={sheet}
        onChange={setSheet}
        className={styles.sheets}
        tabs={[
          {
            name: 'record',
            label: t(workspace.placing ? 'setup.title' : 'record.title'),
            content: <div className={styles.sheet}>{first}</div>,
          },
          {
            name: 'position',
            label: t('position.title'),
            content: (
              <div className={styles.sheet}>
                <PositionPanel workspace={workspace} hasFirstMover={!workspace.placing} />
              </div>
            ),
          },
          {
            name: 'comment',
            label: t('comment.title'),
            content: (
              <div className={styles.sheet}>
                <CommentPanel workspace={workspace} />
              </div>
            ),
          },
        ]}
      />
      {mode === 'notation' && <Transport workspace={workspace} playback={playback} />}
    </div>
  );
}
