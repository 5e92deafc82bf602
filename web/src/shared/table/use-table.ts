import { otherSide, type Side } from '@doushouqi/rules';
import { useState } from 'react';
import type { BoardTheme } from '../../board/theme.ts';
import type { Point } from '../../board/types.ts';
import { useBoardTheme } from '../../client/use-board-theme.ts';
import type { GameController } from '../../game/controller.ts';
import { useGame } from './use-game.ts';
import { type LookBack, useLookBack } from './use-look-back.ts';

/** A move that was drawn and waits for the person to confirm it, in the position that `place` names. */
interface DrawnMove {
  from: Point;
  to: Point;
  place: string;
}

/** Nicknames of the players; null for a side without one. */
type Nicknames = Readonly<Record<Side, string | null>>;

const UNNAMED: Nicknames = { red: null, blue: null };

/** A game and how this window shows it: what the parts of a table share. */
export interface Table {
  controller: GameController;
  nicknames: Nicknames;
  theme: BoardTheme;
  flipped: boolean;
  /** Whose bar is at the upper and at the lower edge. */
  above: Side;
  below: Side;
  /** Which position of the game the board shows. */
  past: LookBack;
  drawn: DrawnMove | null;
  setDrawn: (move: DrawnMove | null) => void;
  isResultOpen: boolean;
  setResultOpen: (open: boolean) => void;
  onFlip: () => void;
}

/** Lays a table for a game. */
export function useTable(controller: GameController, nicknames = UNNAMED): Table {
  const own = useGame(controller, (state) => state.own);
  const gameId = useGame(controller, (state) => state.gameId);
  const isOver = useGame(controller, (state) => state.status === 'over');
  const [turnedTo, setTurnedTo] = useState<{ own: Side | null; flipped: boolean } | null>(null);
  const [closedResult, setClosedResult] = useState<string | null>(null);
  const [drawn, setDrawn] = useState<DrawnMove | null>(null);
  const theme = useBoardTheme();
  const past = useLookBack(controller);
  // The second player sees his own side below (spec §2), whatever was turned when he was the first.
  const flipped = turnedTo?.own === own ? turnedTo.flipped : own === 'blue';
  const below = own ?? (flipped ? 'blue' : 'red');
  return {
    controller,
    nicknames,
    theme,
    flipped,
    above: otherSide(below),
    below,
    past,
    drawn,
    setDrawn,
    isResultOpen: isOver && gameId !== closedResult,
    setResultOpen: (open) => setClosedResult(open ? null : gameId),
    onFlip: () => setTurnedTo({ own, flipped: !flipped }),
  };
}
