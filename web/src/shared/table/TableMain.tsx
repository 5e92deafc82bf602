import { PROMPT_GRACE } from '@doushouqi/protocol';
import { outcome, type Side } from '@doushouqi/rules';
import { type CSSProperties, Fragment, type ReactNode, useSyncExternalStore } from 'react';
import { boardSize } from '../../board/geometry.ts';
import type { BoardShape } from '../../board/shapes.ts';
import type { GameState } from '../../game/controller.ts';
import { useGrace } from '../../ui/use-timers.ts';
import { MoveRecordCard } from './MoveRecord.tsx';
import { PastBar } from './PastBar.tsx';
import { ResultDialog } from './ResultDialog.tsx';
import styles from './Table.module.css';
import { ActionRow, ConfirmMove } from './TableActions.tsx';
import { TableAlarm } from './TableAlarm.tsx';
import { TableBoard } from './TableBoard.tsx';
import { arrange } from './table-places.tsx';
import { useGame } from './use-game.ts';
import { type Table, useDraft } from './use-table.ts';
import { type TableLayout, useTableLayout } from './use-table-layout.ts';

/** Parts that a kind of game adds to its table or replaces. */
export interface TableParts {
  /** On the other side of the board, where the screen has room for it. */
  left?: ReactNode;
  /** Replaces the move list; not on upright phones. */
  middle?: ReactNode;
  /** Replaces the common alarm; null for none. */
  alarm?: ReactNode;
  /** Notices: a lost connection, the user's own pending offer. */
  notes?: ReactNode;
  /** A question of another user; on upright phones it replaces the actions. */
  question?: { id: string; card: ReactNode } | null;
  /** Content that the user opened: replaces a phone's actions until other content needs the place. */
  answer?: ReactNode;
  /** Replaces the common actions; null for none. */
  actions?: ReactNode;
  /** Below the other parts, on upright phones and tablets. */
  sheet?: ReactNode;
  /** Over the board and beside it, before the game begins. */
  waiting?: ReactNode;
  beside?: ReactNode;
  /** Arrows and marks over the position of the game. */
  shapes?: readonly BoardShape[];
  /** Over the board while it shows the current position; it takes no presses. */
  overlay?: ReactNode;
  /** The result. */
  result?: ReactNode;
}

interface TableMainProps {
  table: Table;
  /** Renders the bar of a side. */
  bar: (side: Side) => ReactNode;
  parts?: TableParts;
  /** Whether the bars are at the board's edges on every screen, for two players on one device. */
  facing?: boolean;
}

/** The status of the game in one word, as an attribute for tests and tools. */
function statusOf({ status, game }: GameState): string {
  const { winner } = outcome(game);
  if (status !== 'over' || winner === null) return status;
  return winner === 'draw' ? winner : `${winner}_win`;
}

/** A game at its table: board, players, moves, actions, result. */
export function TableMain({ table, bar, parts: given = {}, facing = false }: TableMainProps) {
  const { shapes, overlay, ...parts } = given;
  const { controller, theme, above, below } = table;
  const layout = useTableLayout();
  const keyboard = useKeyboard();
  const status = useGame(controller, statusOf);
  const gameId = useGame(controller, (state) => state.gameId);
  const actions = useTableActions(table, parts, layout);
  const size = boardSize(theme.layout);
  const look = { '--board-ratio': size.width / size.height, '--keyboard': `${keyboard}px` } as CSSProperties;
  return (
    <main
      className={styles.main}
      data-status={status}
      data-facing={facing}
      data-keyboard={keyboard > 0}
      style={look}
    >
      {arrange(layout, status === 'waiting' ? 'waiting' : facing ? 'facing' : 'running', {
        middle: <MoveRecordCard table={table} />,
        alarm: <TableAlarm controller={controller} />,
        ...parts,
        ...actions,
        board: <TableBoard table={table} shapes={shapes} overlay={overlay} />,
        opponent: bar(above),
        own: bar(below),
        result: table.isResultOpen && (
          <Fragment key={gameId}>{parts.result ?? <ResultDialog table={table} />}</Fragment>
        ),
      })}
    </main>
  );
}

/** Questions and actions: on upright phones only one of the two is shown, in the same place. */
function useTableActions(table: Table, { question, answer, actions }: TableParts, layout: TableLayout) {
  const draft = useDraft(table);
  const isBack = table.past.back !== null;
  const asked = draft ? 'draft' : (question?.id ?? (isBack ? 'past' : answer ? 'answer' : null));
  const isCalm = useGrace(asked, PROMPT_GRACE);
  const isShared = layout === 'phone';
  const row = actions === undefined ? <ActionRow table={table} /> : actions;
  return {
    questions: (
      <>
        {question?.card}
        {draft && !(isShared && question) && <ConfirmMove draft={draft} />}
        {isBack && !(isShared && question) && <PastBar {...table} />}
        {asked === 'answer' && answer}
      </>
    ),
    // Actions uncovered by a closed question ignore the tap that was meant for it.
    actions: row !== null && !(isShared && asked !== null) && (
      <div className={styles.row} inert={isShared && !isCalm} data-row>
        {row}
      </div>
    ),
  };
}

/** Height in px: browser bars that appear and vanish are lower, on-screen keyboards are higher. */
const BAR = 90;

/** Returns the height of the page that an on-screen keyboard covers in px, 0 without one. */
function read(): number {
  const view = window.visualViewport;
  if (!view) return 0;
  const hidden = Math.round(window.innerHeight - view.height * view.scale);
  return hidden > BAR ? hidden : 0;
}

function subscribe(notify: () => void): () => void {
  window.visualViewport?.addEventListener('resize', notify);
  return () => window.visualViewport?.removeEventListener('resize', notify);
}

function useKeyboard(): number {
  return useSyncExternalStore(subscribe, read);
}
