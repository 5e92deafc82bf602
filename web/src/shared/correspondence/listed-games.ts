import { KEYS, storage } from '../../client/storage.ts';

/**
 * The correspondence games that the server has listed on this device. One that leaves the list has ended; unless the
 * user saw it in its room, its result is news.
 */

/** State of each game by id: it runs, its end was seen, or since when its result is news (epoch ms). Oldest first. */
export type ListedGames = Readonly<Record<string, number>>;
const RUNS = 0;
const SEEN = -1;

/** Maximum number of missed games; older ones are only in the history. */
const MOST_MISSED = 5;
/** A result is news for this time. Milliseconds. */
const NEWS_LIFE = 7 * 86_400_000;

/** Returns the listed games after a reply with the `running` ones. Pure. @param now device time, epoch ms */
export function listedAfter(before: ListedGames, running: readonly string[], now: number): ListedGames {
  const missed = Object.entries(before)
    .filter(([id, state]) => state !== SEEN && !running.includes(id))
    .map(([id, state]) => [id, state === RUNS ? now : state] as const)
    .filter(([, since]) => now - since < NEWS_LIFE)
    .slice(-MOST_MISSED);
  // A reply that was on its way while the game ended still lists it.
  const listed = running.map((id) => [id, before[id] === SEEN ? SEEN : RUNS] as const);
  return Object.fromEntries([...missed, ...listed]);
}

/** Returns the stored games of the user; none for another user or an invalid text. */
function read(userId: string): ListedGames {
  try {
    const [owner, games] = JSON.parse(storage.getItem(KEYS.listedGames) ?? '[]') as [unknown, ListedGames];
    return (owner === userId ? games : null) ?? {};
  } catch {
    return {};
  }
}

function write(userId: string, games: ListedGames): void {
  storage.setItem(KEYS.listedGames, JSON.stringify([userId, games]));
}

/** Notes the running games of a reply. @param now device time, epoch ms */
export function noteRunning(userId: string, running: readonly string[], now: number): void {
  write(userId, listedAfter(read(userId), running, now));
}

/** Notes that the user knows how the game ended. */
export function noteSeen(userId: string, gameId: string): void {
  write(userId, { ...read(userId), [gameId]: SEEN });
}

/** Returns the games that ended while the user was not in their room, and since when: the last one first. */
export function missedGames(userId: string): { gameId: string; since: number }[] {
  return Object.entries(read(userId))
    .filter(([, state]) => state > RUNS)
    .map(([gameId, since]) => ({ gameId, since }))
    .reverse();
}
