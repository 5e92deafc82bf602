import type { PublicUser } from '@doushouqi/protocol';
import type { Game, Player } from '@doushouqi/rules';
import { useState } from 'react';
import { session } from '../../app/session.ts';
import type { BoardTheme } from '../../board/theme.ts';
import type { OnlineGame } from '../../game/online-game.ts';
import { seatOf } from '../../game/online-state.ts';
import { isOver, type RoomState } from '../../game/room-state.ts';
import { useBoardTheme } from './use-board-theme.ts';
import { useLeaving } from './use-leaving.ts';
import { useGame } from './use-online-game.ts';
import { usePlayers } from './use-players.ts';

/** What the parts of a room's screen share. */
export interface RoomView {
  roomId: string;
  game: OnlineGame;
  room: RoomState;
  /** The game with the pending move on it. */
  shown: Game;
  /** Null for everybody who watches. */
  seat: Player | null;
  users: readonly (PublicUser | undefined)[];
  theme: BoardTheme;
  flipped: boolean;
  /** Whose bar is at the lower edge. */
  below: Player;
  waiting: boolean;
  over: boolean;
  /** A player in a running game: leaving loses it. */
  staking: boolean;
  resultOpen: boolean;
  /** Visitors only. */
  onLogin: (() => void) | null;
  onFlip: () => void;
  onLeave: () => void;
  setResultOpen: (open: boolean) => void;
}

const requestLogin = (): void => session.requestLogin(window.location.pathname + window.location.search);

/** Puts together what the screen of a room shows. */
export const useRoomView = (given: Pick<RoomView, 'roomId' | 'game' | 'room' | 'shown'>): RoomView => {
  const { game, room } = given;
  const { status, gameId, players } = room.header;
  const seat = useGame(game, (state) => seatOf(state, game.userId));
  const [turnedTo, setTurnedTo] = useState<boolean | null>(null);
  const [closedResult, setClosedResult] = useState<string | null>(null);
  const users = usePlayers(players);
  const theme = useBoardTheme();
  const staking = status === 'playing' && seat !== null;
  const onLeave = useLeaving(game, staking);
  // The second player sees his own side below (spec §2).
  const flipped = turnedTo ?? seat === 2;
  const over = isOver(room);
  return {
    ...given,
    seat,
    users,
    theme,
    flipped,
    below: seat ?? (flipped ? 2 : 1),
    waiting: status === 'waiting',
    over,
    staking,
    resultOpen: over && gameId !== closedResult,
    onLogin: game.userId === null ? requestLogin : null,
    onFlip: () => setTurnedTo(!flipped),
    onLeave,
    setResultOpen: (open) => setClosedResult(open ? null : gameId),
  };
};
