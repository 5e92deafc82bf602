import { plyCount, positionOf, terrainAt, turn } from '@doushouqi/rules';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Board } from '../../board/Board.tsx';
import { boardModel, sideOf } from '../../game/board-model.ts';
import { lastMoveText } from './move-text.ts';
import type { MoveInput } from './use-move-input.ts';
import { useGame } from './use-online-game.ts';
import { useRoomEffects } from './use-room-effects.ts';
import type { RoomView } from './use-room-view.ts';

/**
 * The board of a room. On one's own turn it moves, while the server is there to hear it; out of turn it takes a
 * premove.
 */
export function RoomBoard({ view, input }: { view: RoomView; input: MoveInput }) {
  const { game, shown, theme, seat, flipped } = view;
  const { planned, onMove, onUnplan } = input;
  const { t } = useTranslation();
  const version = useGame(game, (state) => state.local.room?.v ?? 0);
  const status = useGame(game, (state) => state.local.room?.header.status);
  const up = useGame(game, (state) => state.connection === 'up');
  const refused = useRoomEffects(game, seat);
  const mover = status === 'playing' && up ? seat : null;
  const model = useMemo(() => boardModel(shown, mover, seat, planned), [shown, mover, seat, planned]);
  return (
    <Board
      model={model}
      theme={theme}
      flipped={flipped}
      terrain={terrainAt}
      turn={sideOf(turn(positionOf(shown)))}
      version={version}
      ply={plyCount(shown)}
      announcement={lastMoveText(t, shown)}
      running={status === 'playing'}
      dimmed={status === 'waiting'}
      refused={refused}
      onMove={(from, to) => onMove(from, to, model.premoving)}
      // The game names the rule that was broken; a premove breaks none yet.
      onIllegal={(from, to) => {
        if (!model.premoving) game.move(from, to);
      }}
      onUnplan={onUnplan}
    />
  );
}
