import { setTimeout as delay } from 'node:timers/promises';
import { type ApiClient, ApiError, type OwnEntry, type TournamentDetails } from '@doushouqi/protocol';
import { legalGameMoves, newGame, ONLINE_RULE_SET, play } from '@doushouqi/rules';
import { insist } from './arena.ts';
import { HeadlessPlayer } from './headless-player.ts';

const POLL_MS = 1_000;
/** A game lasts up to this time after its first moves. Milliseconds. */
const LONGEST_GAME_MS = 3_000;
const MOVE_DEADLINE_MS = 60_000;

type OwnGame = NonNullable<OwnEntry['game']>;

export interface Entrant {
  url: string;
  userId: string;
  token: string;
  api: ApiClient;
}

/** A number from 0 to below 1 that both players derive from the game. */
function chanceOf(gameId: string): number {
  const sum = [...gameId].reduce((all, letter) => (all * 31 + letter.charCodeAt(0)) % 9_973, 7);
  return sum / 9_973;
}

function firstMove(client: HeadlessPlayer) {
  let game = newGame(ONLINE_RULE_SET);
  for (const move of client.moves) {
    const next = play(game, move);
    if (next.ok) game = next.value;
  }
  return legalGameMoves(game)[0]!;
}

/** Calls until there is an answer; a refusal is one. */
function accept(call: () => Promise<unknown>): Promise<unknown> {
  return insist(call).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
}

/** Enters, and returns at once after a pause. */
export function enterTournament({ api }: Entrant, id: string): Promise<unknown> {
  return accept(() => api.joinTournament({ params: { id } }));
}

function isOver({ header }: HeadlessPlayer): boolean {
  return header !== null && header.status !== 'playing';
}

/** Makes the own first move; then one side, by chance, resigns after a while. */
async function playGame(entrant: Entrant, { roomId, gameId, color }: OwnGame): Promise<void> {
  const client = new HeadlessPlayer({ ...entrant, roomId });
  try {
    await client.inRoom();
    client.socket.emit('tableShown', { roomId });
    const ply = color === 'red' ? 0 : 1;
    await client.until(() => isOver(client) || client.moves.length >= ply, MOVE_DEADLINE_MS, 'at its move');
    if (!isOver(client)) await client.play(firstMove(client));
    await client.until(() => isOver(client) || client.moves.length > 1, MOVE_DEADLINE_MS, 'begun');
    await delay(chanceOf(`${gameId} length`) * LONGEST_GAME_MS);
    const loser = chanceOf(gameId) < 0.5 ? 'red' : 'blue';
    if (color === loser) await accept(() => entrant.api.surrender({ params: { roomId } }));
    await client.until(() => isOver(client), MOVE_DEADLINE_MS, 'over');
  } finally {
    client.close();
  }
}

/** Until the room of a game exists, the game is shown already. A refusal, as of too many reads, is tried again. */
async function isSeated({ api, userId }: Entrant, { roomId }: OwnGame): Promise<boolean> {
  try {
    return (await insist(() => api.getRoom({ params: { roomId } }))).players.includes(userId);
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Plays every game of a tournament until it has ended; returns after each pause. */
export async function playTournament(entrant: Entrant, id: string): Promise<void> {
  // A connection that stays open: only connected players are paired.
  const presence = new HeadlessPlayer({ ...entrant, roomId: 'nowhere' });
  const seen = new Set<string>();
  try {
    for (;;) {
      const shown: TournamentDetails = await insist(() => entrant.api.getTournament({ params: { id } }));
      if (shown.phase === 'finished') return;
      const { status, game } = shown.own ?? {};
      if (status === 'removed') return;
      if (status !== 'active') await enterTournament(entrant, id);
      if (game && !seen.has(game.gameId)) {
        if (await isSeated(entrant, game)) {
          seen.add(game.gameId);
          await playGame(entrant, game);
          continue;
        }
      }
      await delay(POLL_MS);
    }
  } finally {
    presence.close();
  }
}
