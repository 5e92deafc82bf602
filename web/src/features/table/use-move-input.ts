import { plyCount } from '@doushouqi/rules';
import { useState } from 'react';
import type { BoardModel, Point } from '../../board/types.ts';
import { useConfirmMove } from './confirm-setting.ts';
import { useGame } from './use-online-game.ts';
import type { RoomView } from './use-room-view.ts';

/** A move that waits for the person to confirm it. */
export interface Draft {
  make: () => void;
  cancel: () => void;
}

export interface MoveInput {
  /** What the board shows as chosen and not made: a premove, or a move to be confirmed. */
  planned: BoardModel['planned'];
  draft: Draft | null;
  onMove: (from: Point, to: Point, early: boolean) => void;
  onUnplan: () => void;
}

/** What becomes of a move of the hand: made at once, asked about first, or kept for the turn. */
export const useMoveInput = ({ game, shown, room, staking }: RoomView): MoveInput => {
  const confirming = useConfirmMove();
  const premove = useGame(game, (state) => state.premove);
  const [drawn, setDrawn] = useState<{ from: Point; to: Point; place: string } | null>(null);
  // A draft holds for the position that it was made in.
  const place = `${room.header.gameId} ${plyCount(shown)}`;
  const open = drawn?.place === place && staking ? drawn : null;
  const cancel = (): void => setDrawn(null);
  const make = (): void => {
    if (open) game.move(open.from, open.to);
    cancel();
  };
  return {
    planned: open ?? premove,
    draft: open && { make, cancel },
    onMove: (from, to, early) => {
      if (early) game.premove(from, to);
      else if (confirming) setDrawn({ from, to, place });
      else game.move(from, to);
    },
    onUnplan: () => {
      cancel();
      game.cancelPremove();
    },
  };
};
