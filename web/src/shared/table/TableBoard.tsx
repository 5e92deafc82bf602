import { plyCount, positionOf, terrainAt, turn } from '@doushouqi/rules';
import { type ReactNode, useMemo } from 'react';
import { Board } from '../../board/Board.tsx';
import type { BoardShape } from '../../board/shapes.ts';
import { t as boardText } from '../../board/texts.ts';
import { boardModel, moverOf } from '../../game/board-model.ts';
import { isAttempt } from '../../game/refusal.ts';
import { lastMoveText, pastText } from './move-text.ts';
import { PastMark } from './PastBar.tsx';
import { useGame } from './use-game.ts';
import { useShownGame } from './use-look-back.ts';
import { type Table, useMoveInput } from './use-table.ts';
import { useTableEffects } from './use-table-effects.ts';

const NO_SHAPES: readonly BoardShape[] = [];

interface TableBoardProps {
  table: Table;
  /** Drawn over the current position only. */
  shapes?: readonly BoardShape[] | undefined;
  overlay?: ReactNode;
}

/**
 * The board of a game. A side that the user may move moves in its turn, and makes premoves out of turn. During a look
 * back the board accepts no move, and a premove stays.
 */
export function TableBoard({ table, shapes = NO_SHAPES, overlay }: TableBoardProps) {
  const { controller, theme, flipped, past } = table;
  const own = useGame(controller, (state) => state.own);
  const version = useGame(controller, (state) => state.version);
  const status = useGame(controller, (state) => state.status);
  const mover = useGame(controller, (state) => moverOf(state, controller.premoves !== undefined));
  const { planned, onMove, onUnplan } = useMoveInput(table);
  const refused = useTableEffects(controller);
  const game = useShownGame(table);
  const isBack = past.back !== null;
  const model = useMemo(
    () => (isBack ? boardModel(game, null, own) : boardModel(game, mover, own, planned)),
    [game, isBack, mover, own, planned],
  );
  const text = lastMoveText(game);
  const board = (
    <Board
      model={model}
      theme={theme}
      flipped={flipped}
      terrain={terrainAt}
      turn={turn(positionOf(game))}
      version={version}
      ply={plyCount(game)}
      announcement={isBack ? [pastText(plyCount(game)), text].filter(Boolean).join(boardText('join')) : text}
      running={status === 'playing' && !isBack}
      dimmed={status === 'waiting'}
      refused={refused}
      held={table.held}
      shapes={isBack ? NO_SHAPES : shapes}
      onMove={(from, to) => onMove(from, to, model.premoving)}
      onIllegal={(from, to, dragged) => {
        if (!isAttempt(game, from, to, dragged)) return;
        // The game answers with the reason.
        if (model.premoving) controller.premoves?.choose(from, to);
        else controller.move(from, to);
      }}
      onUnplan={onUnplan}
    />
  );
  return (
    <>
      {board}
      {!isBack && overlay}
      {past.back !== null && <PastMark ply={past.back} hasNews={past.hasNews} />}
    </>
  );
}
