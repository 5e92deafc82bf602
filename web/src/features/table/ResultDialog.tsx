import {
  type Game,
  gameMoves,
  lastMove,
  moveRows,
  opponent,
  outcome,
  type Player,
  plyCount,
} from '@doushouqi/rules';
import type { TFunction } from 'i18next';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PieceImage } from '../../board/PieceImage.tsx';
import type { Animal } from '../../board/types.ts';
import { animalOf, colourOf } from '../../game/board-model.ts';
import { formatClock } from '../../game/clock.ts';
import type { GameClock } from '../../game/controller.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Stamp } from '../../ui/Marks.tsx';
import styles from './ResultDialog.module.css';
import { useGame } from './use-game.ts';
import type { Table } from './use-table.ts';

function winnerOf(game: Game): Player | null {
  const { winner } = outcome(game);
  return winner === 1 || winner === 2 ? winner : null;
}

/** The piece that stands for the result: the winner's last mover, or the last that moved. */
function championOf(game: Game): Animal {
  const winner = winnerOf(game);
  const move = winner ? gameMoves(game).findLast(({ player }) => player === winner) : lastMove(game);
  return move ? animalOf(move.piece) : 'elephant';
}

function reasonText(t: TFunction, game: Game): string {
  const winner = winnerOf(game);
  return t(`table.result.reason.${outcome(game).endReason}`, {
    animal: t(`board.animal.${championOf(game)}`),
    loser: winner ? t(`board.sideName.${colourOf(opponent(winner))}`) : '',
  });
}

/** Time that both players have thought. Milliseconds. */
function timeUsed({ control, timeLeft }: GameClock, game: Game): number {
  const given = 2 * control.initial * 60_000 + plyCount(game) * control.increment * 1000;
  return Math.max(0, given - timeLeft.player1 - timeLeft.player2);
}

function factsText(t: TFunction, game: Game, clock: GameClock | null): string {
  const facts = { reason: reasonText(t, game), rounds: moveRows(gameMoves(game)).length };
  if (!clock) return t('table.result.factsUntimed', facts);
  const used = timeUsed(clock, game);
  const time = used < 10_000 ? `0:0${Math.floor(used / 1000)}` : formatClock(used);
  return t('table.result.facts', { ...facts, time });
}

interface ResultDialogProps {
  table: Table;
  /** What one can do next, before the button that closes the dialog and after it. */
  next?: ReactNode;
  away?: ReactNode;
}

/** How the game ended, over the board's lower half: the last position stays in sight. */
export function ResultDialog({ table, next, away }: ResultDialogProps) {
  const { t } = useTranslation();
  const game = useGame(table.controller, (state) => state.game);
  const clock = useGame(table.controller, (state) => state.clock);
  const onClose = (): void => table.setResultOpen(false);
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => dialog.current?.focus({ preventScroll: true }), []);
  const winner = winnerOf(game);
  const side = winner ? colourOf(winner) : 'draw';
  return (
    <div
      ref={dialog}
      role="dialog"
      aria-label={t('table.result.label')}
      tabIndex={-1}
      className={styles.dialog}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Card framed className={styles.card}>
        <Champion game={game} art={table.theme.art} />
        <div className={styles.text}>
          <h2 data-side={side}>{t(`table.result.${side}`)}</h2>
          <p>{factsText(t, game, clock)}</p>
          <div className={styles.actions}>
            {next}
            <Button tone={next ? 'default' : 'primary'} onClick={onClose}>
              {t('table.result.view')}
            </Button>
            {away}
          </div>
        </div>
      </Card>
    </div>
  );
}

function Champion({ game, art }: { game: Game; art: string }) {
  const winner = winnerOf(game);
  const side = colourOf(winner ?? lastMove(game)?.player ?? 1);
  return (
    <div className={styles.piece}>
      <PieceImage art={art} piece={{ side, animal: championOf(game) }} width={120} height={120} />
      <Stamp result={winner ? 'win' : 'draw'} className={styles.stamp} />
    </div>
  );
}
