import { plyCount, positionOf, terrainAt, turn } from '@doushouqi/rules';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Board } from '../../board/Board.tsx';
import { boardModel, sideOf } from '../../game/board-model.ts';
import { lastMoveText } from './move-text.ts';
import { useGame } from './use-online-game.ts';
import { useRoomEffects } from './use-room-effects.ts';
import type { RoomView } from './use-room-view.ts';

/** The board of a room: it can be touched on one's own turn, while the server is there to hear it. */
export function RoomBoard({ game, shown, theme, seat, flipped }: RoomView) {
  const { t } = useTranslation();
  const version = useGame(game, (state) => state.local.room?.v ?? 0);
  const status = useGame(game, (state) => state.local.room?.header.status);
  const ready = useGame(game, (state) => state.connection === 'up' && state.local.pending === null);
  const refused = useRoomEffects(game, seat);
  const mover = status === 'playing' && ready ? seat : null;
  const model = useMemo(() => boardModel(shown, mover, seat), [shown, mover, seat]);
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
      dimmed={status === 'waiting'}
      refused={refused}
      onMove={(from, to) => game.move(from, to)}
      // The game names the rule that was broken.
      onIllegal={(from, to) => game.move(from, to)}
    />
  );
}
