import { OFFLINE_GRACE, type RoomHeader } from '@doushouqi/protocol';
import { opponent, type Player } from '@doushouqi/rules';

/** Who of the players is away, and how long he may be (spec §4). Pure. */

/** A break of the line shorter than this is not worth a word. Seconds. */
const UNNOTICED = 2;

/** Since when a player has no connection to the room, epoch ms; null while there. */
export const awaySince = ({ offlineSince }: RoomHeader, player: Player): number | null =>
  player === 1 ? offlineSince.player1 : offlineSince.player2;

/** The absent player who loses unless he comes back; while both are away nobody is judged. */
export const judgedAbsence = (header: RoomHeader): { player: Player; since: number } | null => {
  if (header.status !== 'playing') return null;
  for (const player of [1, 2] as const) {
    const since = awaySince(header, player);
    if (since !== null && awaySince(header, opponent(player)) === null) return { player, since };
  }
  return null;
};

/** Seconds, rounded up, that an absence since `since` may still last at `serverNow`. */
export const graceSeconds = (since: number, serverNow: number): number =>
  Math.max(0, Math.ceil((since + OFFLINE_GRACE - serverNow) / 1000));

/** Whether an absence with so many seconds left has lasted long enough to be spoken of. */
export const isNoticed = (seconds: number): boolean => seconds <= OFFLINE_GRACE / 1000 - UNNOTICED;
