import { type Game, type Player, positionOf, terrainAt, turn } from '@doushouqi/rules';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../app/session.ts';
import { Board } from '../../board/Board.tsx';
import { type BoardTheme, DEFAULT_BOARD_THEME, fetchBoardTheme } from '../../board/theme.ts';
import { boardModel, sideOf } from '../../game/board-model.ts';
import type { OnlineGame } from '../../game/online-game.ts';
import { lastMoveText } from './move-text.ts';
import { useGame } from './use-online-game.ts';
import { useRoomEffects } from './use-room-effects.ts';

/** The board's theme; the default stands in until its configuration is read. */
export const useBoardTheme = (): BoardTheme => {
  const id = useSession((state) => state.currentTheme);
  const { data } = useQuery({
    queryKey: ['theme', id],
    queryFn: () => fetchBoardTheme(id),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? { ...DEFAULT_BOARD_THEME, id };
};

interface RoomBoardProps {
  game: OnlineGame;
  shown: Game;
  theme: BoardTheme;
  seat: Player | null;
  flipped: boolean;
}

/** The board of a room: it can be touched on one's own turn, while the server is there to hear it. */
export function RoomBoard({ game, shown, theme, seat, flipped }: RoomBoardProps) {
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
      announcement={lastMoveText(t, shown)}
      dimmed={status === 'waiting'}
      refused={refused}
      onMove={(from, to) => game.move(from, to)}
      // The game names the rule that was broken.
      onIllegal={(from, to) => game.move(from, to)}
    />
  );
}
