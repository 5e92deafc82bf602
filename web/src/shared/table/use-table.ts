import {
  formatRecord,
  otherSide,
  pieceAt,
  plyCount,
  positionOf,
  ruleSetOf,
  type Side,
  startFen,
} from '@doushouqi/rules';
import { type RefObject, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { BoardTheme } from '../../board/theme.ts';
import type { Animal, BoardModel, Point } from '../../board/types.ts';
import { useBoardTheme } from '../../client/use-board-theme.ts';
import { animalOf } from '../../game/board-model.ts';
import type { GameController, GameState } from '../../game/controller.ts';
import { useConfirmMove } from './settings.ts';
import { useGame } from './use-game.ts';
import { type LookBack, useLookBack } from './use-look-back.ts';

/** A drawn move that waits for confirmation, in the position named by `place`. */
interface DrawnMove {
  from: Point;
  to: Point;
  place: string;
}

/** Nicknames of the players; null for a side without one. */
type Nicknames = Readonly<Record<Side, string | null>>;

const UNNAMED: Nicknames = { red: null, blue: null };

/** A game and its view in this window, shared by the parts of a table. */
export interface Table {
  controller: GameController;
  nicknames: Nicknames;
  theme: BoardTheme;
  flipped: boolean;
  /** Sides of the upper and the lower bar. */
  above: Side;
  below: Side;
  /** The position that the board shows. */
  past: LookBack;
  drawn: DrawnMove | null;
  /** Square of the selected piece. */
  held: RefObject<Point | null>;
  /** Every move is confirmed, whatever the setting of the device. */
  confirmsMoves: boolean;
  setDrawn: (move: DrawnMove | null) => void;
  isResultOpen: boolean;
  setResultOpen: (open: boolean) => void;
  onFlip: () => void;
}

/** Returns the table of a game. */
export function useTable(controller: GameController, nicknames = UNNAMED, confirmsMoves = false): Table {
  const own = useGame(controller, (state) => state.own);
  const gameId = useGame(controller, (state) => state.gameId);
  const isOver = useGame(controller, (state) => state.status === 'over');
  const [turnedTo, setTurnedTo] = useState<{ own: Side | null; flipped: boolean } | null>(null);
  const [closedResult, setClosedResult] = useState<string | null>(null);
  const [drawn, setDrawn] = useState<DrawnMove | null>(null);
  const held = useRef<Point | null>(null);
  const theme = useBoardTheme();
  const past = useLookBack(controller);
  // Blue's player sees the own side below, whatever the orientation was as red.
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
    held,
    confirmsMoves,
    setDrawn,
    isResultOpen: isOver && gameId !== closedResult,
    setResultOpen: (open) => setClosedResult(open ? null : gameId),
    onFlip: () => setTurnedTo({ own, flipped: !flipped }),
  };
}

/** A move that waits for confirmation. */
export interface Draft {
  from: Point;
  to: Point;
  /** The piece that moves. */
  animal: Animal;
  make: () => void;
  cancel: () => void;
}

interface MoveInput {
  /** The move shown as chosen and not made: a premove, or a move to confirm. */
  planned: BoardModel['planned'];
  onMove: (from: Point, to: Point, early: boolean) => void;
  onUnplan: () => void;
}

/** Names the position: a move drawn in another one is dropped. */
function placeOf({ gameId, game }: GameState): string {
  return `${gameId} ${plyCount(game)}`;
}

function isPlayer({ status, own, movers }: GameState): boolean {
  return status === 'playing' && (own !== null || movers.length > 0);
}

/** Returns the move to confirm while it is legal and its position is shown. */
export function useDraft({ controller, past, drawn, setDrawn }: Table): Draft | null {
  const type = useGame(controller, (state) =>
    drawn && isPlayer(state) && drawn.place === placeOf(state)
      ? pieceAt(positionOf(state.game), drawn.from)?.type
      : undefined,
  );
  if (!drawn || !type || past.back !== null) return null;
  const { from, to } = drawn;
  const cancel = (): void => setDrawn(null);
  const make = (): void => {
    controller.move(from, to);
    cancel();
  };
  return { from, to, animal: animalOf(type), make, cancel };
}

/** Handles a move by hand: makes it, asks for confirmation, or stores it as a premove. */
export function useMoveInput(table: Table): MoveInput {
  const { controller, setDrawn } = table;
  const isConfirming = useConfirmMove() || table.confirmsMoves;
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

/** Returns a function that opens the review of the table's game, with the players' names and the user's side. */
export function useReview({ controller, nicknames }: Pick<Table, 'controller' | 'nicknames'>): () => void {
  const navigate = useNavigate();
  return () => {
    const { game, own } = controller.store.getState();
    const players = { red: { nickname: nicknames.red }, blue: { nickname: nicknames.blue } };
    const played = {
      record: formatRecord(game),
      ruleSet: ruleSetOf(game),
      start: startFen(game),
      own,
      players,
    };
    void navigate('/analysis', { state: { game: played, review: true } });
  };
}
