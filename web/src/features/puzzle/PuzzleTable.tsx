import type { PuzzleView } from '@doushouqi/protocol';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { t as appText } from '../../client/texts.ts';
import { deviceNow } from '../../client/time.ts';
import { useBoardFocus } from '../../shared/school/focus.ts';
import type { SchoolTab } from '../../shared/school/SchoolTabs.tsx';
import { t as schoolText } from '../../shared/school/texts.ts';
import { TableMain } from '../../shared/table/TableMain.tsx';
import { TablePage } from '../../shared/table/TablePage.tsx';
import { useTable } from '../../shared/table/use-table.ts';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { CalendarSlip, DailyCard, DailySlip } from './DailyCard.tsx';
import { CurveCard, DoneCard, DoneSheet, FactsCard } from './DoneCards.tsx';
import { runStore } from './kept.ts';
import { MemberLine } from './MemberLine.tsx';
import { Overlay } from './Overlay.tsx';
import { PracticeCard } from './PracticeCard.tsx';
import { type NextPuzzle, PuzzleActions } from './PuzzleActions.tsx';
import { type HeaderNumbers, PuzzleHeader } from './PuzzleHeader.tsx';
import styles from './PuzzleTable.module.css';
import type { PuzzleGame } from './puzzle-game.ts';
import { isCelebrated } from './puzzle-state.ts';
import { useSolver } from './queries.ts';
import { RunCard } from './RunCard.tsx';
import { RushCard } from './RushCard.tsx';
import { NoteCard, TaskBar, TaskCard, TaskSlip, TipNote } from './TaskCards.tsx';
import { usePuzzleGame, usePuzzleState } from './use-puzzle.ts';
import { resultText } from './words.ts';

// The dialog brings 65 KB, which solving does without.
const PuzzleSheet = lazyPart(() => import('./PuzzleSheet.tsx'));

interface PuzzleTableProps {
  puzzle: PuzzleView;
  tab: SchoolTab;
  /** The title of page and header. */
  title: string;
  next: NextPuzzle;
  /** Beside the board of wide screens and in the sheet of others, instead of today's puzzle. */
  calendar?: ReactNode;
}

/** A puzzle at its table. Each puzzle needs its own component: `key`. */
export function PuzzleTable({ puzzle, tab, title, next, calendar }: PuzzleTableProps) {
  const game = usePuzzleGame(puzzle);
  const table = useTable(game);
  const layout = useTableLayout();
  const { phase, isJustOver } = usePuzzleState(game);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [wasSheetAsked, setSheetAsked] = useState(false);
  if (isSheetOpen && !wasSheetAsked) setSheetAsked(true);
  const openSheet = (): void => setSheetOpen(true);
  useBoardFocus();
  const numbers = useNumbers(game);
  const streakBefore = useStreakBefore(game, numbers.streak);
  const isNarrow = layout === 'phone' || layout === 'upright';
  const isOver = phase === 'over';
  return (
    <TablePage header={<PuzzleHeader {...{ tab, title, ...numbers }} onSheet={openSheet} />}>
      <title>{`${title} · ${schoolText('school')} · ${appText('name')}`}</title>
      <div className={styles.table} data-new={isJustOver}>
        <TableMain
          table={table}
          bar={(side) => {
            if (!isNarrow) return null;
            return side === table.above ? (
              <TaskSlip game={game} />
            ) : (
              <TaskBar game={game} streak={streakBefore} />
            );
          }}
          parts={{
            left: layout === 'wide' ? <SidePanel game={game} calendar={calendar} /> : null,
            middle: isNarrow ? null : <Cards game={game} />,
            alarm: null,
            actions: <PuzzleActions {...{ game, table, next }} />,
            overlay: <Overlay game={game} table={table} />,
            ...(isNarrow && {
              sheet: isOver ? (
                <DoneSheet game={game} />
              ) : (
                <Foot game={game} isDaily={tab === 'daily'} onSheet={openSheet} />
              ),
            }),
          }}
        />
      </div>
      {wasSheetAsked && (
        <Suspense fallback={null}>
          <PuzzleSheet open={isSheetOpen && layout !== 'wide'} tab={tab} onClose={() => setSheetOpen(false)}>
            <SidePanel game={game} calendar={calendar} isSheet />
          </PuzzleSheet>
        </Suspense>
      )}
    </TablePage>
  );
}

/** Everything about the puzzle beside the board. */
function Cards({ game }: { game: PuzzleGame }) {
  const state = usePuzzleState(game);
  const { phase } = state;
  return (
    <div className={styles.cards}>
      <p role="status" className="visually-hidden">
        {phase === 'over' && resultText(state, deviceNow())}
      </p>
      {phase === 'over' ? (
        <>
          <DoneCard game={game} />
          <CurveCard game={game} />
          <FactsCard game={game} />
          <MemberLine />
        </>
      ) : (
        <>
          <TaskCard game={game} />
          <NoteCard game={game} calm={<TipNote game={game} />} />
        </>
      )}
    </div>
  );
}

/** The line under a small board while the puzzle is open. */
function Foot({ game, isDaily, onSheet }: { game: PuzzleGame; isDaily: boolean; onSheet: () => void }) {
  return (
    <NoteCard
      game={game}
      calm={
        <>
          {isDaily ? <CalendarSlip onOpen={onSheet} /> : <DailySlip />}
          <MemberLine />
        </>
      }
    />
  );
}

interface SidePanelProps {
  game: PuzzleGame;
  calendar: ReactNode;
  isSheet?: boolean;
}

/** What is beside a puzzle: the day, this visit, what is practiced. A choice takes effect at once before the first move. */
function SidePanel({ game, calendar, isSheet = false }: SidePanelProps) {
  const navigate = useNavigate();
  const { phase, tries, isHinted, game: shown } = usePuzzleState(game);
  const isFresh = tries === 0 && !isHinted && shown === game.store.getInitialState().game;
  const isLater = phase !== 'over' && !isFresh;
  const run = <RunCard isOpen={phase !== 'over'} />;
  const practice = !calendar && (
    <PracticeCard isLater={isLater} onChoose={() => !isLater && void navigate('/puzzle')} />
  );
  if (isSheet) {
    return (
      <>
        {calendar ?? practice}
        <RushCard />
        {!calendar && <DailyCard />}
        {run}
      </>
    );
  }
  return (
    <div className={styles.panel}>
      {calendar ?? <DailyCard />}
      {run}
      <RushCard />
      {practice}
    </div>
  );
}

function useNumbers(game: PuzzleGame): HeaderNumbers {
  const state = usePuzzleState(game);
  const { change, result } = state;
  const solver = useSolver().data;
  const run = useStore(runStore);
  const own = result?.streak ?? solver?.streak;
  const rating = solver?.rating ?? null;
  return {
    streak: own ? own.now : run.last.length - 1 - run.last.lastIndexOf(false),
    rating: rating && (change?.after ?? rating.now),
    before: isCelebrated(state) && change ? change.before : null,
    isProvisional: rating?.provisional ?? false,
  };
}

/** Returns the streak as it was before the first wrong move. */
function useStreakBefore(game: PuzzleGame, streak: number | null): number {
  const { tries } = usePuzzleState(game);
  const before = useRef(0);
  if (tries === 0) before.current = streak ?? 0;
  return before.current;
}
