import { outcome, type Player } from '@doushouqi/rules';
import { type CSSProperties, Fragment, type ReactNode } from 'react';
import { boardSize } from '../../board/geometry.ts';
import type { GameState } from '../../game/controller.ts';
import { PHONE, useMedia, WIDE } from '../../ui/use-media.ts';
import { MoveRecordCard } from './MoveRecord.tsx';
import { PastBar } from './PastBar.tsx';
import { type Person, PlayerBar } from './PlayerBar.tsx';
import { ResultDialog } from './ResultDialog.tsx';
import styles from './Table.module.css';
import { TableActions } from './TableActions.tsx';
import { TableBoard } from './TableBoard.tsx';
import { useGame } from './use-game.ts';
import type { Table } from './use-table.ts';

/** What a kind of game adds to its table, or puts in place of what every table has. */
export interface TableParts {
  /** On the other side of the board, where the screen has room for it. */
  left?: ReactNode;
  /** In place of the move list; not on phones. */
  middle?: ReactNode;
  /** In place of the row of actions. */
  actions?: ReactNode;
  /** Under everything, on phones. */
  foot?: ReactNode;
  /** Over the board and beside it, before the game begins. */
  overWaiting?: ReactNode;
  besideWaiting?: ReactNode;
  /** How the game ended. */
  result?: ReactNode;
}

interface TableMainProps {
  table: Table;
  people: Readonly<Record<Player, Person>>;
  parts?: TableParts;
}

/** How the game stands in one word, for those who watch the page from outside. */
function standing({ status, game }: GameState): string {
  return status === 'over' ? outcome(game).status.toLowerCase() : status;
}

/** A game at its table: board, players, moves, actions, result. */
export function TableMain({ table, people, parts = {} }: TableMainProps) {
  const { controller, theme, above, below } = table;
  const status = useGame(controller, standing);
  const gameId = useGame(controller, (state) => state.gameId);
  const isWide = useMedia(WIDE);
  const isWaiting = status === 'waiting';
  const size = boardSize(theme.layout);
  const look = { '--board-ratio': size.width / size.height } as CSSProperties;
  const bar = (player: Player) => (
    <PlayerBar controller={controller} player={player} person={people[player]} glow={theme.glow} />
  );
  return (
    <main className={styles.main} data-status={status} style={look}>
      {!isWaiting && <div className={styles.opponent}>{bar(above)}</div>}
      <div className={styles.stage}>
        <TableBoard table={table} />
        {isWaiting && <div className={styles.over}>{parts.overWaiting}</div>}
        {table.isResultOpen && (
          <Fragment key={gameId}>{parts.result ?? <ResultDialog table={table} />}</Fragment>
        )}
      </div>
      {isWide && parts.left && <div className={styles.left}>{parts.left}</div>}
      {isWaiting ? (
        <div className={styles.middle}>{parts.besideWaiting}</div>
      ) : (
        <Beside table={table} parts={parts} own={bar(below)} />
      )}
    </main>
  );
}

/** What lies beside the board of a game that has begun. */
function Beside({ table, parts, own }: { table: Table; parts: TableParts; own: ReactNode }) {
  const isPhone = useMedia(PHONE);
  return (
    <>
      {!isPhone && <div className={styles.middle}>{parts.middle ?? <MoveRecordCard table={table} />}</div>}
      <div className={styles.actions}>
        {table.past.isBack && <PastBar {...table} />}
        {parts.actions ?? <TableActions table={table} />}
      </div>
      <div className={styles.own}>{own}</div>
      {isPhone && parts.foot && <div className={styles.sheet}>{parts.foot}</div>}
    </>
  );
}
