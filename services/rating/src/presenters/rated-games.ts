import { type PublicUser, type RatedGame, unknownUser } from '@doushouqi/protocol';
import { endReason } from '@doushouqi/protocol/server';
import { type StoredRatedGame, winnerOf } from '../models/ratings.ts';

/** Returns the profile of a user, or a placeholder. */
export function profileOf(userId: string, profiles: ReadonlyMap<string, PublicUser>): PublicUser {
  return profiles.get(userId) ?? unknownUser(userId);
}

export function resultOf(game: Pick<StoredRatedGame, 'players' | 'winner'>, userId: string) {
  const winner = winnerOf(game);
  if (winner === null) return 'draw';
  return winner === userId ? 'win' : 'loss';
}

export function opponentIn({ players: [red, blue] }: StoredRatedGame, userId: string): string {
  return red === userId ? blue : red;
}

/** Presents a game to the page of `userId`, one of its players. */
export function presentRatedGame(
  game: StoredRatedGame,
  userId: string,
  profiles: ReadonlyMap<string, PublicUser>,
): RatedGame {
  const color = game.players[0] === userId ? 'red' : 'blue';
  const { before, after } = game[color];
  return {
    gameId: game._id,
    at: game.endTime,
    class: game.class,
    timeControl: game.timeControl,
    color,
    opponent: profileOf(opponentIn(game, userId), profiles),
    result: resultOf(game, userId),
    endReason: endReason.parse(game.endReason),
    rounds: Math.ceil(game.plies / 2),
    before: Math.round(before.rating),
    after: Math.round(after.rating),
    ...(before.ratedAt === null && { isFirst: true }),
  };
}
