import type { PlayedGame, Player } from '../state.ts';

/** Points of a win and of a draw; both double with a streak. */
export const WIN_POINTS = 2;
export const DRAW_POINTS = 1;
/** Wins in a row from which further points double. */
export const STREAK = 2;
/** In a series of draws, only the first with fewer half-moves scores. */
export const SHORT_DRAW_PLIES = 30;
/** The rating by which a win is above the opponent, and a loss below. */
const PERFORMANCE_STEP = 500;

export interface ArenaGame {
  game: PlayedGame;
  points: number;
  isDoubled: boolean;
}

export interface ArenaScore {
  points: number;
  /** Performance rating, rounded; null without a played game. */
  performance: number | null;
  /** Wins in a row up to now. */
  streak: number;
  wins: number;
  /** Finished games, with their points, oldest first. */
  games: readonly ArenaGame[];
}

/** A forfeit win neither continues nor breaks a streak and never doubles, since the opponent made no move. */
function afterGame(streak: number, hadShortDraw: boolean, { result, plies, isForfeit }: PlayedGame) {
  const isDoubled = streak >= STREAK && result === 'win' && !isForfeit;
  switch (result) {
    case 'win':
      return {
        points: isDoubled ? 2 * WIN_POINTS : WIN_POINTS,
        isDoubled,
        streak: isForfeit ? streak : streak + 1,
        hadShortDraw: isForfeit && hadShortDraw,
      };
    case 'draw': {
      const isShort = plies < SHORT_DRAW_PLIES;
      const points = isShort && hadShortDraw ? 0 : DRAW_POINTS;
      return { points, isDoubled, streak: 0, hadShortDraw: hadShortDraw || isShort };
    }
    default:
      return { points: 0, isDoubled, streak: 0, hadShortDraw: false };
  }
}

function performanceOf(games: readonly PlayedGame[]): number | null {
  const played = games.filter(({ isForfeit }) => !isForfeit);
  if (played.length === 0) return null;
  const steps = { win: PERFORMANCE_STEP, draw: 0, loss: -PERFORMANCE_STEP };
  const sum = played.reduce((total, game) => total + game.opponentRating + steps[game.result!], 0);
  return Math.round(sum / played.length);
}

/** Returns the score of a player's finished games. */
export function arenaScore({ sheet }: Pick<Player, 'sheet'>): ArenaScore {
  const finished = sheet.filter(
    (entry): entry is PlayedGame => entry.kind === 'game' && entry.result !== null,
  );
  const games: ArenaGame[] = [];
  let [streak, hadShortDraw] = [0, false];
  for (const game of finished) {
    const after = afterGame(streak, hadShortDraw, game);
    games.push({ game, points: after.points, isDoubled: after.isDoubled });
    [streak, hadShortDraw] = [after.streak, after.hadShortDraw];
  }
  return {
    points: games.reduce((sum, { points }) => sum + points, 0),
    performance: performanceOf(finished),
    streak,
    wins: finished.filter(({ result }) => result === 'win').length,
    games,
  };
}
