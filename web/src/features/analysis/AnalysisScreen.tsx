import type { Side } from '@doushouqi/rules';
import { type CSSProperties, useState } from 'react';
import { boardSize } from '../../board/geometry.ts';
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
import { retryRate } from './review/retry.ts';
import { useRetryState } from './review/use-retry.ts';
import { PositionPanel, SetupPanel } from './SetupPanel.tsx';
import { type AnalysisGame, useAnalysis } from './study/analysis-game.ts';
import { Transport } from './Transport.tsx';
import { t } from './texts.ts';
import { type Desk, useDesk } from './use-desk.ts';
import { type Playback, usePlayback } from './use-playback.ts';

interface AnalysisScreenProps {
  game: AnalysisGame;
  /** The game is reviewed at once. */
  isReview?: boolean;
  /** The side that the person played; null where nobody knows. */
  own?: Side | null;
}

/** The analysis: the board, and around it what its mode offers. */
export function AnalysisScreen({ game, isReview = false, own = null }: AnalysisScreenProps) {
  const desk = useDesk(game, isReview, own);
  const layout = useTableLayout();
  const mode = useAnalysis(game, (analysis) => analysis.mode);
  const retry = useRetryState(desk, (state) => state.retry);
  const playback = usePlayback(game, mode !== 'setup' && retry === null);
  const isUpright = layout === 'phone' || layout === 'upright';
  const hasGraphAbove = mode === 'review' && isUpright;
  const size = boardSize(desk.theme.layout);
  const look = { '--board-ratio': size.width / size.height } as CSSProperties;
  return (
    <TablePage header={<AnalysisHeader desk={desk} />}>
      <main className={styles.main} data-mode-of={mode} style={look}>
        {layout === 'wide' && (
          <Card framed className={styles.left}>
            <ModePanel desk={desk} playback={playback} isStrip={false} />
          </Card>
        )}
        {isUpright && <span ref={placeSearch} className={styles.search} />}
        {hasGraphAbove && <ReviewGraph desk={desk} />}
        <div className={styles.stage}>
          <Bar desk={desk} />
          {retry ? <RetryBoard desk={desk} retry={retry} /> : <AnalysisBoard desk={desk} />}
        </div>
        {layout === 'wide' ? (
          <RightColumn desk={desk} />
        ) : mode === 'review' ? (
          <ReviewSide {...{ desk, playback, layout }} />
        ) : (
          <Pane {...{ desk, playback, layout }} />
        )}
      </main>
      <ImportDialog desk={desk} />
      <LeavingDialog desk={desk} />
      <ManualCopy desk={desk} />
    </TablePage>
  );
}

interface ModePanelProps {
  desk: Desk;
  playback: Playback;
  isStrip: boolean;
}

/** What the mode is about: the pool, or the record. */
function ModePanel({ desk, playback, isStrip }: ModePanelProps) {
  const mode = useAnalysis(desk.game, (analysis) => analysis.mode);
  const isRetrying = useRetryState(desk, ({ retry }) => retry !== null);
  if (desk.placing) {
    return (
      <div className={styles.setup}>
        <h2 className={styles.head}>{t('setup.title')}</h2>
        <SetupPanel desk={desk} placing={desk.placing} isStrip={isStrip} />
      </div>
    );
  }
  return (
    <>
      <h2 className={styles.head}>{t('record.title')}</h2>
      <RecordPanel desk={desk} />
      {(mode === 'notation' || mode === 'review') && !isRetrying && (
        <Transport desk={desk} playback={playback} />
      )}
    </>
  );
}

/** Shown while something is known, or will be; its place is kept where the board must not move. */
function Bar({ desk }: { desk: Desk }) {
  const isReview = useAnalysis(desk.game, (analysis) => analysis.mode === 'review');
  const isSetup = desk.placing !== null;
  const shown = useShownRate(desk);
  const retry = useRetryState(desk, (state) => state.retry);
  const rate = retry ? retryRate(retry) : shown;
  if (!isReview && (!desk.engine.isOn || isSetup)) return null;
  return <EvalBar rate={rate} flipped={desk.flipped} className={styles.bar} />;
}

/** The review beside or under the board. */
function ReviewSide({ desk, playback, layout }: PaneProps) {
  const isRetrying = useRetryState(desk, ({ retry }) => retry !== null);
  if (layout === 'columns') {
    return (
      <div className={styles.right}>
        <div className={styles.scroll}>
          <ReviewColumn desk={desk} />
          <Card className={`${cards.card} ${styles.moves}`}>
            <h2>{t('record.title')}</h2>
            <RecordPanel desk={desk} />
          </Card>
        </div>
        {!isRetrying && (
          <Card className={styles.steps}>
            <Transport desk={desk} playback={playback} />
          </Card>
        )}
      </div>
    );
  }
  return (
    <div className={styles.pane}>
      {layout === 'landscape' && <ModeTabs desk={desk} />}
      <ReviewPane desk={desk} playback={playback} hasGraph={layout === 'landscape'} />
    </div>
  );
}

function RightColumn({ desk }: { desk: Desk }) {
  const isReview = useAnalysis(desk.game, (analysis) => analysis.mode === 'review');
  if (isReview) {
    return (
      <div className={styles.right}>
        <ReviewColumn desk={desk} />
      </div>
    );
  }
  return (
    <div className={styles.right}>
      <AiCard desk={desk} />
      <Card className={cards.card}>
        <h2>{t('position.title')}</h2>
        <PositionPanel desk={desk} hasFirstMover={!desk.placing} />
      </Card>
      <Card className={`${cards.card} ${cards.grow}`}>
        <h2>{t('comment.title')}</h2>
        <CommentPanel desk={desk} />
      </Card>
    </div>
  );
}

type Sheet = 'record' | 'position' | 'comment';

interface PaneProps {
  desk: Desk;
  playback: Playback;
  layout: TableLayout;
}

/** Everything beside or under the board, one sheet at a time; the transport stays in its place. */
function Pane({ desk, playback, layout }: PaneProps) {
  const [sheet, setSheet] = useState<Sheet>('record');
  const mode = useAnalysis(desk.game, (analysis) => analysis.mode);
  const isStrip = layout !== 'columns';
  const first = desk.placing ? (
    <SetupPanel desk={desk} placing={desk.placing} isStrip={isStrip} />
  ) : (
    <RecordPanel desk={desk} />
  );
  return (
    <div className={styles.pane}>
      {layout === 'landscape' && <ModeTabs desk={desk} />}
      {layout === 'columns' && <AiCard desk={desk} />}
      <Tabs
        value={sheet}
        onChange={setSheet}
        className={styles.sheets}
        tabs={[
          {
            name: 'record',
            label: t(desk.placing ? 'setup.title' : 'record.title'),
            content: <div className={styles.sheet}>{first}</div>,
          },
          {
            name: 'position',
            label: t('position.title'),
            content: (
              <div className={styles.sheet}>
                <PositionPanel desk={desk} hasFirstMover={!desk.placing} />
              </div>
            ),
          },
          {
            name: 'comment',
            label: t('comment.title'),
            content: (
              <div className={styles.sheet}>
                <CommentPanel desk={desk} />
              </div>
            ),
          },
        ]}
      />
      {mode === 'notation' && <Transport desk={desk} playback={playback} />}
    </div>
  );
}
