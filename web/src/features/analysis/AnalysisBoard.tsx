import { outcome, plyCount, positionOf, terrainAt, turn } from '@doushouqi/rules';
import { useMemo } from 'react';
import { Board } from '../../board/Board.tsx';
import { type BoardShape, toggleShape } from '../../board/shapes.ts';
import type { BoardModel, BoardPiece } from '../../board/types.ts';
import { boardModel } from '../../game/board-model.ts';
import { isAttempt } from '../../game/refusal.ts';
import { lastMoveText } from '../../shared/table/move-text.ts';
import { useGame } from '../../shared/table/use-game.ts';
import { useTableEffects } from '../../shared/table/use-table-effects.ts';
import { firstMover, onStudy, shownStudy } from './study/analysis.ts';
import { drawn, nodeOf } from './study/study.ts';
import { useAnalysis } from './use-analysis.ts';
import { isByHand, useBoardExtras, withArrows } from './use-board-extras.tsx';
import { type Desk, setupPieces } from './use-desk.ts';

/** A board on which pieces only stand. */
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

/** The board of the analysis: pieces are placed on it, moved, and drawn over. */
export function AnalysisBoard({ desk }: { desk: Desk }) {
  const { game: controller, theme, flipped, placing, pen } = desk;
  const game = useGame(controller, (state) => state.game);
  const version = useGame(controller, (state) => state.version);
  const isSetup = placing !== null;
  const setup = useAnalysis(controller, (analysis) => analysis.setup);
  const mover = useAnalysis(controller, firstMover);
  const shapes = useAnalysis(controller, (analysis) => nodeOf(shownStudy(analysis)).shapes);
  const refused = useTableEffects(controller);
  const { arrows, badge } = useBoardExtras(desk);
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
