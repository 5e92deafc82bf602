import { levelsOf } from '@doushouqi/endgames';
import { formatProgress, LESSONS } from '@doushouqi/lessons';
import {
  endGame,
  formatRecord,
  type Game,
  gameMoves,
  type Move,
  ONLINE_RULE_SET,
  parseRecord,
  positionOf,
  turn,
} from '@doushouqi/rules';
import type { Page } from 'playwright';

/** A game in which both have captured at least four, blue stands before red's den, and red is to move. */
const RECORD =
  '007990218252758301356103768302807650427710806651536312426661416532607863357864546660165711164650417533228534367721418533357113767640417534416262165533166711165432417422427114766721556731805261767732806124437534436125816126164116218126154127766251144252606128228251767241607242227641437631347733145302766303217432608763144733436304765763446305143762207641153631217535735621705620216763706764618734143433566735705705567621206706436432133433337432617252568707558717347433426727337737';

function parsed(): Game {
  const game = parseRecord(RECORD, { ruleSet: ONLINE_RULE_SET });
  if (!game.ok) throw new Error(game.error.code);
  return game.value;
}

/** Returns its half-moves, of even number. */
export function fullGame(): Move[] {
  return gameMoves(parsed()).map(({ from, to }) => ({ from, to }));
}

type End = (game: Game) => Game;
export const redGivesUp: End = (game) => endGame(game, 'red', 'SURRENDER');

/** Returns the game as stored on the device. */
function savedGame(end: End = (game) => game): string {
  return JSON.stringify({
    id: 'look',
    version: fullGame().length,
    startTime: 0,
    moveTimes: fullGame().map((_, index) => index * 1_000),
    rules: { sevenThree: false, seventeenFive: false, threefold: true, hundredRounds: true },
    record: formatRecord(end(parsed())),
    ruleSet: ONLINE_RULE_SET,
  });
}

function store(page: Page, key: string, value: string): Promise<unknown> {
  return page.addInitScript(([name, text]) => localStorage.setItem(name!, text!), [key, value]);
}

/** Stores progress in the lessons; `steps`: number of finished steps, all of them if absent. */
export function storeLessons(page: Page, steps?: number): Promise<unknown> {
  const done = LESSONS.flatMap((lesson) => lesson.steps.map(({ id }) => id)).slice(0, steps);
  return store(page, 'lessons', formatProgress({ done, seconds: 680 }));
}

/** Stores a game of two users of one device. */
export function storeLocalGame(page: Page, end?: End): Promise<unknown> {
  return store(page, 'localGame', savedGame(end));
}

/** Stores a game with clocks, of which the running one is low. */
export function storeTimedGame(page: Page): Promise<unknown> {
  const control = { initial: 15, increment: 10 };
  const clock = { control, timeLeft: { player1: 754_000, player2: 24_000 }, lastMoveTime: 1 };
  return store(page, 'localGame', JSON.stringify({ ...JSON.parse(savedGame()), control, clock }));
}

/** Stores a game against the computer, with the user to move; `isWon`: the user has won it. */
export function storeAiGame(page: Page, level: number, isWon = false): Promise<unknown> {
  const own = fullGame().length % 2 === 0 ? 1 : 2;
  const setting = { level, own, control: null, undo: true, hints: true };
  const local = savedGame(isWon ? (game) => endGame(game, turn(positionOf(game)), 'SURRENDER') : undefined);
  return store(page, 'aiGame', JSON.stringify({ setting, clock: null, hintsUsed: 0, local }));
}

/** Stores the stars of the first chapter and of four levels of the second. */
export function storeEndgames(page: Page): Promise<unknown> {
  const solved = [...levelsOf('river'), ...levelsOf('leap').slice(0, 4)];
  const stars = solved.map(({ id }, at) => [id, at % 4 === 2 ? 2 : 3]);
  return store(page, 'endgames', JSON.stringify(Object.fromEntries(stars)));
}
