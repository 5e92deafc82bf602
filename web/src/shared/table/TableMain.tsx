import { PROMPT_GRACE } from '@doushouqi/protocol';
import { outcome, plyCount, positionOf, type Side, terrainAt, turn } from '@doushouqi/rules';
import { type CSSProperties, Fragment, type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { Board } from '../../board/Board.tsx';
import { boardSize } from '../../board/geometry.ts';
import type { BoardShape } from '../../board/shapes.ts';
import { t as boardText } from '../../board/texts.ts';
import { boardPicture } from '../../board/theme.ts';
import { useBoardTheme } from '../../client/use-board-theme.ts';
import { boardModel, moverOf } from '../../game/board-model.ts';
import type { GameState } from '../../game/controller.ts';
import { isAttempt } from '../../game/refusal.ts';
import { useGrace } from '../../ui/use-timers.ts';
import { MoveRecordCard } from './MoveRecord.tsx';
import { lastMoveText, pastText } from './move-text.ts';
import { PastBar, PastMark } from './PastBar.tsx';
import { ResultDialog } from './ResultDialog.tsx';
import styles from './Table.module.css';
import { ActionRow, ConfirmMove } from './TableActions.tsx';
import { TableAlarm } from './TableAlarm.tsx';
import { arrange } from './table-places.tsx';
import { useGame } from './use-game.ts';
import { useShownGame } from './use-look-back.ts';
import { type Table, useDraft, useMoveInput } from './use-table.ts';
import { useTableEffects } from './use-table-effects.ts';
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
  const { shapes, ...parts } = given;
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
        board: <TableBoard table={table} shapes={shapes} />,
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

const NO_SHAPES: readonly BoardShape[] = [];

interface TableBoardProps {
  table: Table;
  /** Drawn over the current position only. */
  shapes?: readonly BoardShape[] | undefined;
}

/**
 * The board of a game. A side that the user may move moves in its turn, and makes premoves out of turn. During a look
 * back the board accepts no move, and a premove stays.
 */
function TableBoard({ table, shapes = NO_SHAPES }: TableBoardProps) {
  const { controller, theme, flipped, past } = table;
  const own = useGame(controller, (state) => state.own);
  const version = useGame(controller, (state) => state.version);
  const status = useGame(controller, (state) => state.status);
  const mover = useGame(controller, (state) => moverOf(state, controller.premoves !== undefined));
  const { planned, onMove, onUnplan } = useMoveInput(table);
  const refused = useTableEffects(controller);
  const game = useShownGame(table);
  const isBack = past.back !== null;
  const model = useMemo(
    () => (isBack ? boardModel(game, null, own) : boardModel(game, mover, own, planned)),
    [game, isBack, mover, own, planned],
  );
  const text = lastMoveText(game);
  const board = (
    <Board
      model={model}
      theme={theme}
      flipped={flipped}
      terrain={terrainAt}
      turn={turn(positionOf(game))}
      version={version}
      ply={plyCount(game)}
      announcement={isBack ? [pastText(plyCount(game)), text].filter(Boolean).join(boardText('join')) : text}
      running={status === 'playing' && !isBack}
      dimmed={status === 'waiting'}
      refused={refused}
      shapes={isBack ? NO_SHAPES : shapes}
      onMove={(from, to) => onMove(from, to, model.premoving)}
      onIllegal={(from, to, dragged) => {
        if (!isAttempt(game, from, to, dragged)) return;
        // The game answers with the reason.
        if (model.premoving) controller.premoves?.choose(from, to);
        else controller.move(from, to);
      }}
      onUnplan={onUnplan}
    />
  );
  return (
    <>
      {board}
      {past.back !== null && <PastMark ply={past.back} hasNews={past.hasNews} />}
    </>
  );
}

/** The viewer's board before the game has loaded. */
export function EmptyBoard({ className }: { className?: string | undefined }) {
  return <img {...boardPicture(useBoardTheme().art)} alt="" className={className} />;
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
