import { plyCount } from '@doushouqi/rules';
import type { BoardModel, Point } from '../../board/types.ts';
import type { GameState } from '../../game/controller.ts';
import { useConfirmMove } from './confirm-setting.ts';
import { useGame } from './use-game.ts';
import type { Table } from './use-table.ts';

/** A move that waits for the person to confirm it. */
export interface Draft {
  from: Point;
  to: Point;
  make: () => void;
  cancel: () => void;
}

interface MoveInput {
  /** What the board shows as chosen and not made: a premove, or a move to be confirmed. */
  planned: BoardModel['planned'];
  onMove: (from: Point, to: Point, early: boolean) => void;
  onUnplan: () => void;
}

/** Names the position: a move drawn in another one holds no more. */
function placeOf({ gameId, game }: GameState): string {
  return `${gameId} ${plyCount(game)}`;
}

function isPlayer({ status, own, movers }: GameState): boolean {
  return status === 'playing' && (own !== null || movers.length > 0);
}

/** The move to be confirmed, while it can be made and its position is shown. */
export function useDraft({ controller, past, drawn, setDrawn }: Table): Draft | null {
  const isOpen = useGame(controller, (state) => isPlayer(state) && drawn?.place === placeOf(state));
  if (!drawn || !isOpen || past.back !== null) return null;
  const { from, to } = drawn;
  const cancel = (): void => setDrawn(null);
  const make = (): void => {
    controller.move(from, to);
    cancel();
  };
  return { from, to, make, cancel };
}

/** What becomes of a move of the hand: made at once, asked about first, or kept for the turn. */
export function useMoveInput(table: Table): MoveInput {
  const { controller, setDrawn } = table;
  const isConfirming = useConfirmMove();
  const premove = useGame(controller, (state) => state.premove);
  return {
    planned: useDraft(table) ?? premove,
    onMove: (from, to, early) => {
      if (early) controller.premoves?.choose(from, to);
      else if (isConfirming) setDrawn({ from, to, place: placeOf(controller.store.getState()) });
      else controller.move(from, to);
    },
    onUnplan: () => {
      setDrawn(null);
      controller.premoves?.cancel();
    },
  };
}
