import { plyCount, positionOf, terrainAt, turn } from '@doushouqi/rules';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Board } from '../../board/Board.tsx';
import { boardModel, colourOf, moverOf } from '../../game/board-model.ts';
import { lastMoveText } from './move-text.ts';
import { useGame } from './use-game.ts';
import { useMoveInput } from './use-move-input.ts';
import type { Table } from './use-table.ts';
import { useTableEffects } from './use-table-effects.ts';

/** The board of a game. In its turn a side that the person may move moves; out of turn it takes a premove. */
export function TableBoard({ table }: { table: Table }) {
  const { controller, theme, flipped } = table;
  const { t } = useTranslation();
  const game = useGame(controller, (state) => state.game);
  const own = useGame(controller, (state) => state.own);
  const version = useGame(controller, (state) => state.version);
  const status = useGame(controller, (state) => state.status);
  const mover = useGame(controller, (state) => moverOf(state, controller.premoves !== undefined));
  const { planned, onMove, onUnplan } = useMoveInput(table);
  const refused = useTableEffects(controller);
  const model = useMemo(() => boardModel(game, mover, own, planned), [game, mover, own, planned]);
  return (
    <Board
      model={model}
      theme={theme}
      flipped={flipped}
      terrain={terrainAt}
      turn={colourOf(turn(positionOf(game)))}
      version={version}
      ply={plyCount(game)}
      announcement={lastMoveText(t, game)}
      running={status === 'playing'}
      dimmed={status === 'waiting'}
      refused={refused}
      onMove={(from, to) => onMove(from, to, model.premoving)}
      // The game names the rule that was broken; a premove breaks none yet.
      onIllegal={(from, to) => {
        if (!model.premoving) controller.move(from, to);
      }}
      onUnplan={onUnplan}
    />
  );
}
