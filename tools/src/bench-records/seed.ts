import { randomBytes } from 'node:crypto';
import { endGame, formatRecord, type Game, newGame, ONLINE_RULE_SET, play, plyCount } from '@doushouqi/rules';
import { gameScripts } from '@doushouqi/scripts';

/** The record service, and tokens for its users. */
export interface Records {
  url: string;
  serviceToken: string;
  tokenOf(userId: string): string;
}

const SCRIPTS = 40;
const PLIES = 60;
/** Number of parallel calls. */
const AT_ONCE = 16;
/** Every second game is local and every fifth a favorite. */
const LOCAL_EVERY = 2;
const FAVORITE_EVERY = 5;
const FIRST_START = Date.UTC(2025, 0, 1);
const MINUTE = 60_000;

async function post(
  url: string,
  headers: Record<string, string>,
  body: object,
): Promise<{ recordId: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const reply = (await response.json()) as { recordId: string };
  if (!response.ok) throw new Error(`${url}: ${response.status} ${JSON.stringify(reply)}`);
  return reply;
}

function playedGames(): Game[] {
  return gameScripts(SCRIPTS, PLIES).map((moves, n) => {
    let game = newGame(ONLINE_RULE_SET);
    for (const move of moves) {
      const played = play(game, move);
      if (played.ok) game = played.value;
    }
    return endGame(game, n % 2 ? 'red' : 'blue', 'SURRENDER');
  });
}

function bodyOf(game: Game, n: number) {
  const { winner, endReason } = game.outcome;
  const startTime = FIRST_START + n * MINUTE;
  const moveTimes = Array.from({ length: plyCount(game) }, (_, ply) => ply * 1_000);
  return { ruleSet: ONLINE_RULE_SET, winner, endReason, startTime, moveTimes };
}

/** Makes a game a favorite of the user, or changes its comment. */
export async function favorite({ url, tokenOf }: Records, userId: string, recordId: string): Promise<void> {
  const headers = { authorization: `Bearer ${tokenOf(userId)}` };
  await post(`${url}/api/game-records/${recordId}/favorite`, headers, { comment: String(Date.now()) });
}

/** Stores this many games of a user through the service; resolves to the id of one. */
export async function seedHistory(records: Records, userId: string, count: number): Promise<string> {
  const games = playedGames();
  const user = { authorization: `Bearer ${records.tokenOf(userId)}` };
  const service = { 'x-service-token': records.serviceToken };
  const keep = (n: number): Promise<{ recordId: string }> => {
    const game = games[n % games.length]!;
    const body = bodyOf(game, n);
    const record = formatRecord(game);
    if (n % LOCAL_EVERY === 0) {
      return post(`${records.url}/api/game-records/local`, user, { ...body, moves: record });
    }
    return post(`${records.url}/internal/game-records`, service, {
      ...body,
      record,
      gameId: `${userId}-${n}`,
      roomId: 'bench',
      players: [userId, randomBytes(12).toString('hex')],
      timeControl: { initial: 5, increment: 3 },
      endTime: body.startTime + MINUTE,
    });
  };
  let last = '';
  const numbers = Array(count).keys();
  const work = async (): Promise<void> => {
    for (const n of numbers) {
      const { recordId } = await keep(n);
      if (n % FAVORITE_EVERY === 0) await favorite(records, userId, recordId);
      last = recordId;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return last;
}
