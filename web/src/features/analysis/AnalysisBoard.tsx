import {
  formatStep,
  type Game,
  outcome,
  parseSteps,
  plyCount,
  positionOf,
  SHAPE_COLORS,
  type Shape,
  terrainAt,
  turn,
} from '@doushouqi/rules';
import { type ReactNode, useMemo } from 'react';
import { Board } from '../../board/Board.tsx';
import { type BoardShape, type ShapeColor, shapeKey, toggleShape } from '../../board/shapes.ts';
import type { BoardModel, BoardPiece, Point } from '../../board/types.ts';
import { boardModel } from '../../game/board-model.ts';
import { isAttempt } from '../../game/refusal.ts';
import type { EngineWork } from '../../shared/engine/work.ts';
import { lastMoveText } from '../../shared/table/move-text.ts';
import { useGame } from '../../shared/table/use-game.ts';
import { useTableEffects } from '../../shared/table/use-table-effects.ts';
import { Glyph } from './review/Glyph.tsx';
import { isFault } from './review/marks.ts';
import { type ReviewView, useShownReview } from './review/use-review-view.ts';
import { firstMover, onStudy, shownStudy } from './study/analysis.ts';
import { useAnalysis } from './study/analysis-game.ts';
import { drawn, nodeOf } from './study/study.ts';
import { useWork } from './use-engine.ts';
import { setupPieces, type Workspace } from './use-workspace.ts';

/** Returns a board model without moves. */
function stillModel(pieces: readonly BoardPiece[]): BoardModel {
  return {
    pieces,
    movable: null,
    legal: new Map(),
    blockers: new Map(),
    lastMove: null,
    premoving: false,
    planned: null,
    threatenedDen: null,
  };
}

/** The board of the analysis: the user places and moves pieces and draws on it. */
export function AnalysisBoard({ workspace }: { workspace: Workspace }) {
  const { game: controller, theme, flipped, placing, pen } = workspace;
  const game = useGame(controller, (state) => state.game);
  const version = useGame(controller, (state) => state.version);
  const isSetup = placing !== null;
  const setup = useAnalysis(controller, (analysis) => analysis.setup);
  const mover = useAnalysis(controller, firstMover);
  const shapes = useAnalysis(controller, (analysis) => nodeOf(shownStudy(analysis)).shapes);
  const refused = useTableEffects(controller);
  const { arrows, badge } = useBoardExtras(workspace);
  const model = useMemo(
    () => (isSetup ? stillModel(setupPieces(setup)) : boardModel(game, turn(positionOf(game)), null)),
    [isSetup, setup, game],
  );
  const draw = (shape: BoardShape): void => {
    controller.act(onStudy((study) => drawn(study, toggleShape(shapes, shape).filter(isByHand))));
  };
  return (
    <Board
      {...{ model, theme, flipped, version, refused, placing, pen }}
      terrain={terrainAt}
      turn={mover}
      ply={plyCount(game)}
      announcement={isSetup ? '' : lastMoveText(game)}
      running={!isSetup && outcome(game).winner === null}
      shapes={isSetup ? [] : withArrows(shapes, arrows)}
      badge={badge}
      drawable={!isSetup}
      onDraw={draw}
      onMove={(from, to) => controller.move(from, to)}
      onIllegal={(from, to, dragged) => isAttempt(game, from, to, dragged) && controller.move(from, to)}
      onUnplan={() => {}}
    />
  );
}

const NONE: readonly BoardShape[] = [];

function arrow({ from, to }: { from: Point; to: Point }, color: ShapeColor): BoardShape {
  return { kind: 'arrow', from, to, color };
}

/** Returns whether the user drew the shape, not the engine. */
function isByHand(shape: BoardShape): shape is Shape {
  return SHAPE_COLORS.some((color) => color === shape.color);
}

/** Returns the user's shapes and the engine's arrows that none of them replaces. */
function withArrows(drawn: readonly BoardShape[], arrows: readonly BoardShape[]): readonly BoardShape[] {
  const taken = new Set(drawn.map(shapeKey));
  return arrows.length === 0 ? drawn : [...arrows.filter((one) => !taken.has(shapeKey(one))), ...drawn];
}

/** Returns arrows for the better move and for the answer that refutes a faulty move. */
function reviewArrows({
  shown,
  evaluation,
}: Pick<ReviewView, 'shown' | 'evaluation'>): readonly BoardShape[] {
  if (!shown || !isFault(shown.mark)) return NONE;
  const [better, answer] = [shown.lines[0], evaluation?.lines[0]];
  return [...(answer ? [arrow(answer.move, 'amber')] : []), ...(better ? [arrow(better.move, 'jade')] : [])];
}

/** Returns the best moves of the shown position as text, best first; empty while unknown. */
function movesOf({ live, found }: EngineWork, position: Game): string {
  if (live !== position || !found) return '';
  return found.lines.map(({ move }) => formatStep(move)).join('');
}

/** Returns the arrows and the badge that analysis and review draw over the board. */
function useBoardExtras(workspace: Workspace): {
  arrows: readonly BoardShape[];
  badge: { at: Point; content: ReactNode } | null;
} {
  const isReview = useAnalysis(workspace.game, (analysis) => analysis.mode === 'review');
  // Moves, not lines: the rate of a move changes with every depth, the moves seldom do.
  const position = useAnalysis(workspace.game, (analysis) => nodeOf(shownStudy(analysis)).game);
  const moves = useWork(workspace.engine, (work) => movesOf(work, position));
  const review = useShownReview(workspace);
  return useMemo(() => {
    if (!isReview) {
      const arrows = parseSteps(moves).map((move, index) => arrow(move, index === 0 ? 'jade' : 'pale'));
      // The best move lies above the others.
      return { arrows: arrows.reverse(), badge: null };
    }
    const { shown } = review;
    const badge = shown?.mark
      ? { at: shown.move.to, content: <Glyph mark={shown.mark} size="large" /> }
      : null;
    return { arrows: reviewArrows(review), badge };
  }, [isReview, moves, review]);
}
