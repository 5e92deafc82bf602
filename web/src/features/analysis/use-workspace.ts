import {
  newTree,
  ok,
  PIECE_NAMES,
  type Piece,
  placePiece,
  positionOf,
  ruleSetOf,
  type Setup,
  type Side,
} from '@doushouqi/rules';
import { useCallback, useMemo, useState } from 'react';
import type { ShapeColor } from '../../board/shapes.ts';
import type { BoardTheme } from '../../board/theme.ts';
import type { BoardPiece, PieceId, Point } from '../../board/types.ts';
import { type Placing, usePlacing } from '../../board/use-placing.ts';
import { useBoardTheme } from '../../client/use-board-theme.ts';
import { animalOf } from '../../game/board-model.ts';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { copyText } from '../../ui/clipboard.ts';
import { confirm } from '../../ui/confirm-store.ts';
import { toast } from '../../ui/toast-store.ts';
import { type RetryWorkspace, useRetryWorkspace } from './review/use-retry.ts';
import { type Analysis, type Edit, onStudy, placed, playedGame, removed } from './study/analysis.ts';
import { type AnalysisGame, useAnalysis } from './study/analysis-game.ts';
import { hasOwnMoves, studyOf } from './study/study.ts';
import { t } from './texts.ts';
import { type EngineWorkspace, useEngine } from './use-engine.ts';

/** The analysis and its view in this window, shared by the parts of the page. */
export interface Workspace {
  game: AnalysisGame;
  theme: BoardTheme;
  flipped: boolean;
  onFlip: () => void;
  /** Controls the placing of pieces; null in the other modes. */
  placing: Placing | null;
  /** The color of the drawing pen; null while presses move pieces. */
  pen: ShapeColor | null;
  setPen: (pen: ShapeColor | null) => void;
  /** Copies a text, or shows it for manual copying. */
  copy: (text: string, done: string) => void;
  /** The text for manual copying. */
  manual: string | null;
  setManual: (text: string | null) => void;
  /** The engine's work for this analysis. */
  engine: EngineWorkspace;
  /** Edits that drop moves of the user. */
  leaving: Leaving;
  /** Retry of the user's own mistakes in the reviewed game. */
  retry: RetryWorkspace;
  isImporting: boolean;
  setImporting: (open: boolean) => void;
}

/**
 * @param isReview whether the review starts at once
 * @param own user's side; null if unknown
 */
export function useWorkspace(game: AnalysisGame, isReview: boolean, own: Side | null): Workspace {
  const theme = useBoardTheme();
  const [flipped, setFlipped] = useState(own === 'blue');
  const [pen, setPen] = useState<ShapeColor | null>(null);
  const [manual, setManual] = useState<string | null>(null);
  const [isImporting, setImporting] = useState(false);
  const mode = useAnalysis(game, (analysis) => analysis.mode);
  const placing = useSetupHand(game, theme, flipped);
  const layout = useTableLayout();
  // Analysis is limited to desktops; a review works on all screens.
  const engine = useEngine(game, layout === 'wide' || layout === 'columns', isReview);
  const leaving = useLeaving(game);
  const retry = useRetryWorkspace(game, engine, own);
  const copy = useCallback((text: string, done: string): void => {
    void copyText(text, done).then((copied) => !copied && setManual(text));
  }, []);
  return {
    game,
    theme,
    flipped,
    onFlip: () => setFlipped(!flipped),
    placing,
    pen: mode === 'setup' ? null : pen,
    setPen,
    copy,
    manual,
    setManual,
    engine,
    leaving,
    retry,
    isImporting,
    setImporting,
  };
}

function pieceOf({ side, animal }: PieceId, position: Point): Piece {
  const type = (PIECE_NAMES.indexOf(animal) + 1) as Piece['type'];
  return { type, side: side === 'red' ? 'red' : 'blue', position };
}

export function setupPieces(setup: Setup): BoardPiece[] {
  return setup.pieces.map(({ type, side, position }) => ({
    side: side,
    animal: animalOf(type),
    at: position,
  }));
}

/** Places pieces by drag, by two presses and by keys; the rules decide which squares are legal. */
function useSetupHand(game: AnalysisGame, theme: BoardTheme, flipped: boolean): Placing | null {
  const mode = useAnalysis(game, (analysis) => analysis.mode);
  const setup = useAnalysis(game, (analysis) => analysis.setup);
  const pieces = useMemo(() => setupPieces(setup), [setup]);
  const put = (piece: PieceId, at: Point): Edit => {
    return (analysis) => placed(analysis, pieceOf(piece, at));
  };
  const hand = {
    pieces,
    theme,
    flipped,
    canPlace: (piece: PieceId, at: Point) => placePiece(setup, pieceOf(piece, at)).ok,
    onPlace: (piece: PieceId, at: Point) => void game.act(put(piece, at)),
    onIllegalPlace: (piece: PieceId, at: Point) => void game.act(put(piece, at)),
    onRemove: (piece: PieceId) => {
      const stands = pieces.find(({ side, animal }) => side === piece.side && animal === piece.animal);
      if (stands) game.act((analysis) => ({ ok: true, value: removed(analysis, stands.at) }));
    },
  };
  return usePlacing(mode === 'setup' ? hand : null);
}

/** What happens to the moves of play mode: they become the game of notation mode, are dropped, or play continues. */
type LeavingAnswer = 'keep' | 'clear' | 'stay';

/** Edits that drop moves of the user. Each asks first if there are any. */
interface Leaving {
  /** Whether a question is open. */
  readonly isAsking: boolean;
  /** Whether an edit that leaves play mode waits for `answer`. */
  readonly isLeaving: boolean;
  /** Makes an edit that leaves play mode. `onDone` runs after the edit. */
  readonly leave: (edit: Edit, onDone?: () => void) => void;
  readonly answer: (answer: LeavingAnswer) => void;
  /** Makes an edit that opens another game in notation mode. */
  readonly openGame: (edit: Edit, onDone?: () => void) => void;
  /** Moves the moves of play mode to notation mode. */
  readonly keep: () => void;
  /** Drops the moves of play mode. */
  readonly restart: () => void;
}

interface Waiting {
  readonly edit: Edit;
  readonly onDone: (() => void) | undefined;
}

/** Returns how many moves leaving the mode drops. */
export function movesAtRisk({ mode, play }: Analysis): number {
  return mode === 'play' ? play.tree.moves : 0;
}

function useLeaving(game: AnalysisGame): Leaving {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const current = (): Analysis => game.store.getState().analysis;
  const make = ({ edit, onDone }: Waiting): void => {
    if (game.act(edit)) onDone?.();
  };
  /** Makes an edit after the user agreed to `loss`; null: nothing is lost. */
  const makeAfter = async (loss: 'play' | 'game' | null, edit: Edit, onDone?: () => void): Promise<void> => {
    if (loss !== null) {
      setConfirming(true);
      const isAgreed = await confirm({
        title: t(`leave.${loss}Title`, { count: movesAtRisk(current()) }),
        message: t(`leave.${loss}Lost`),
        confirmText: t(`leave.${loss}Go`),
      });
      setConfirming(false);
      if (!isAgreed) return;
    }
    make({ edit, onDone });
  };
  const hasOwnGame = (): boolean => hasOwnMoves(current().notation);
  return {
    isAsking: waiting !== null || isConfirming,
    isLeaving: waiting !== null,
    leave: (edit, onDone) => {
      if (movesAtRisk(current()) > 0) setWaiting({ edit, onDone });
      else make({ edit, onDone });
    },
    answer: (answer) => {
      setWaiting(null);
      if (!waiting || answer === 'stay') return;
      const { edit, onDone } = waiting;
      if (answer === 'clear') return make(waiting);
      make({ edit: (analysis) => edit(playedGame(analysis)), onDone });
      if (current().mode === 'setup') toast.success(t('leave.stored'));
    },
    openGame: (edit, onDone) => {
      const loss = movesAtRisk(current()) > 0 ? 'play' : hasOwnGame() ? 'game' : null;
      void makeAfter(loss, edit, onDone);
    },
    keep: () => void makeAfter(hasOwnGame() ? 'game' : null, (analysis) => ok(playedGame(analysis))),
    restart: () =>
      void makeAfter(
        'play',
        onStudy(({ tree: { root } }) => studyOf(newTree(ruleSetOf(root.game), positionOf(root.game)))),
      ),
  };
}
