import {
  type Game,
  gameMoves,
  lastMove,
  moveRows,
  otherSide,
  outcome,
  plyCount,
  type Side,
} from '@doushouqi/rules';
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { PieceImage } from '../../board/PieceFace.tsx';
import { t as boardText } from '../../board/texts.ts';
import type { Animal } from '../../board/types.ts';
import { deviceNow } from '../../client/time.ts';
import { animalOf } from '../../game/board-model.ts';
import { formatClock } from '../../game/clock.ts';
import type { GameClock } from '../../game/controller.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Stamp } from '../../ui/Marks.tsx';
import { t as uiText } from '../../ui/texts.ts';
import { isRefused, NextStep, refuse, type Step } from './NextStep.tsx';
import styles from './ResultDialog.module.css';
import { t } from './texts.ts';
import { useGame } from './use-game.ts';
import type { Table } from './use-table.ts';

function winnerOf(game: Game): Side | null {
  const { winner } = outcome(game);
  return winner === 'red' || winner === 'blue' ? winner : null;
}

/** Returns whether the game ended without a winner and without a draw. */
function isAborted(game: Game): boolean {
  return outcome(game).winner === null;
}

/** Returns the piece that moved last, of a side or of both. */
function lastMover(game: Game, side: Side | null): Animal {
  const move = side ? gameMoves(game).findLast((one) => one.side === side) : lastMove(game);
  return move ? animalOf(move.piece) : 'elephant';
}

function reasonText(game: Game): string {
  const winner = winnerOf(game);
  return t(`result.reason.${outcome(game).endReason}`, {
    animal: uiText(`animal.${lastMover(game, winner)}`),
    loser: winner ? boardText(`sideName.${otherSide(winner)}`) : '',
  });
}

/** Returns the thinking time of both players in ms. */
function timeUsed({ control, timeLeft }: GameClock, game: Game): number {
  const given = 2 * control.initial * 60_000 + plyCount(game) * control.increment * 1000;
  return Math.max(0, given - timeLeft.red - timeLeft.blue);
}

function detailsText(game: Game, clock: GameClock | null): string {
  const details = { reason: reasonText(game), rounds: moveRows(gameMoves(game)).length };
  if (!clock) return t('result.detailsUntimed', details);
  const used = timeUsed(clock, game);
  const time = used < 10_000 ? `0:0${Math.floor(used / 1000)}` : formatClock(used);
  return t('result.details', { ...details, time });
}

interface ResultDialogProps {
  table: Table;
  /** Replaces the heading. */
  title?: string | null;
  /** Replaces reason, length and time, as for an aborted game. */
  details?: string | null;
  /** The main action: another game. */
  next?: ReactNode;
  /** The rating change, between the text and the buttons. */
  rating?: ReactNode;
  /** Offered above the buttons. */
  step?: Step | null;
  /** Further actions. */
  away?: ReactNode;
}

/** The result from the view of a spectator, the winner or the loser. */
type Verdict = 'won' | 'lost' | 'draw' | 'red' | 'blue' | 'aborted';

function verdictOf(game: Game, own: Side | null): Verdict {
  const winner = winnerOf(game);
  if (winner === null) return isAborted(game) ? 'aborted' : 'draw';
  if (own === null) return winner;
  return own === winner ? 'won' : 'lost';
}

/** Takes the focus and returns it to the board when the dialog closes. */
function useBorrowedFocus(dialog: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // Later, because the press that ended the game still focuses its square.
    const timer = setTimeout(() => dialog.current?.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, [dialog]);
  useLayoutEffect(() => {
    const held = dialog.current;
    return () => {
      if (!held?.contains(document.activeElement)) return;
      const square = held.closest('main')?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]');
      square?.focus({ preventScroll: true });
    };
  }, [dialog]);
}

/** Returns whether the last move is in the lower half of the board, as this window shows it. */
function isLow(game: Game, flipped: boolean): boolean {
  const move = lastMove(game);
  if (!move) return false;
  const { y } = move.to;
  return flipped ? y < 4 : y > 4;
}

/** The result over the half of the board without the last move, which stays in sight. */
export function ResultDialog(props: ResultDialogProps) {
  const { table, title = null, details = null, next, rating, step: offered = null, away } = props;
  const game = useGame(table.controller, (state) => state.game);
  const clock = useGame(table.controller, (state) => state.clock);
  const own = useGame(table.controller, (state) => state.own);
  const low = useGame(table.controller, (state) => isLow(state.game, table.flipped));
  const step = offered && !isRefused(offered, deviceNow()) ? offered : null;
  const onClose = (): void => {
    if (step) refuse(step, deviceNow());
    table.setResultOpen(false);
  };
  const dialog = useRef<HTMLDivElement>(null);
  const said = useId();
  useBorrowedFocus(dialog);
  const verdict = verdictOf(game, own);
  return (
    <div
      ref={dialog}
      role="dialog"
      aria-label={t('result.label')}
      aria-describedby={said}
      tabIndex={-1}
      className={styles.dialog}
      data-up={low}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Card framed className={styles.card}>
        <Emblem game={game} art={table.theme.art} verdict={verdict} />
        <div id={said} className={styles.text}>
          <h2 data-verdict={verdict === 'won' && own ? own : verdict}>{title ?? t(`result.${verdict}`)}</h2>
          <p>{details ?? detailsText(game, clock)}</p>
        </div>
        <IconButton icon="x" label={t('result.view')} className={styles.close} onClick={onClose} />
        {rating && <div className={styles.rating}>{rating}</div>}
        {step && (
          <div className={styles.step}>
            <NextStep step={step} />
          </div>
        )}
        <div className={styles.actions}>
          {next && <div className={styles.next}>{next}</div>}
          {away}
        </div>
      </Card>
    </div>
  );
}

const STAMPS = { won: 'win', red: 'win', blue: 'win', lost: 'lose', draw: 'draw', aborted: null } as const;

/** The winner's piece with a stamp; the loser sees an own piece with an own stamp. */
function Emblem({ game, art, verdict }: { game: Game; art: string; verdict: Verdict }) {
  const winner = winnerOf(game);
  const player = winner && verdict === 'lost' ? otherSide(winner) : winner;
  const stamp = STAMPS[verdict];
  const side = player ?? lastMove(game)?.side ?? 'red';
  return (
    <div className={styles.piece}>
      <PieceImage art={art} piece={{ side, animal: lastMover(game, player) }} width={120} height={120} />
      {stamp && <Stamp result={stamp} className={styles.stamp} />}
    </div>
  );
}
