import {
  endGame,
  formatRecord,
  type Game,
  newGame,
  ONLINE_RULE_SET,
  play,
  positionOf,
  turn,
} from '@doushouqi/rules';
import type { Page } from 'playwright';
import { fullGame } from './full-game.ts';
import { button, inSight, press, type Screen } from './screens.ts';

/** Returns a full game as stored on the device. */
function savedGame(end: (game: Game) => Game = (game) => game): string {
  const moves = fullGame();
  const played = moves.reduce((game, move) => {
    const next = play(game, move);
    return next.ok ? next.value : game;
  }, newGame(ONLINE_RULE_SET));
  return JSON.stringify({
    id: 'look',
    version: moves.length,
    startTime: 0,
    moveTimes: moves.map((_, index) => index * 1_000),
    rules: { sevenThree: false, seventeenFive: false, threefold: true, hundredRounds: true },
    record: formatRecord(end(played)),
    ruleSet: ONLINE_RULE_SET,
  });
}

async function storeLocalGame(page: Page, end?: (game: Game) => Game): Promise<void> {
  await page.addInitScript((text) => localStorage.setItem('localGame', text), savedGame(end));
}

/** Stores a game with clocks, of which the running one is low. */
async function storeTimedGame(page: Page): Promise<void> {
  const control = { initial: 15, increment: 10 };
  const clock = { control, timeLeft: { player1: 754_000, player2: 24_000 }, lastMoveTime: 1 };
  const timed = JSON.stringify({ ...JSON.parse(savedGame()), control, clock });
  await page.addInitScript((text) => localStorage.setItem('localGame', text), timed);
}

/** Opens the dialog with the game's notations; on desktops they are below the moves. */
async function openLocalRecord(page: Page): Promise<void> {
  await press(page, '查看棋盘');
  const forms = button(page, '复制棋谱、FEN 与局面');
  if (await inSight(forms)) await forms.click();
}

/** Stores a game against the computer, with the user to move. */
async function saveAiGame(page: Page, level: number, end?: (game: Game) => Game): Promise<void> {
  const own = fullGame().length % 2 === 0 ? 1 : 2;
  const setting = { level, own, control: null, undo: true, hints: true };
  const stored = JSON.stringify({ setting, clock: null, hintsUsed: 0, local: savedGame(end) });
  await page.addInitScript((text) => localStorage.setItem('aiGame', text), stored);
}

/** Stores a game that the user has won against the computer. */
export async function finishAiGame(page: Page, level: number): Promise<void> {
  await saveAiGame(page, level, (game) => endGame(game, turn(positionOf(game)), 'SURRENDER'));
}

async function askHint(page: Page): Promise<void> {
  await press(page, '提示 3');
  await page.getByText('还剩 2 次提示').waitFor();
}

export async function showResult(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: '对局结果' }).waitFor();
}

async function giveUp(page: Page): Promise<void> {
  await press(page, '认输');
  await page.getByRole('alertdialog').getByRole('button', { name: '认输', exact: true }).click();
  await showResult(page);
}

/** Opens the choices of local play, with an own time control. */
async function openLocalSettings(page: Page): Promise<void> {
  await press(page, '对局设置');
  await page.getByRole('radio', { name: '自定' }).check({ force: true });
}

/** Games of one device: two users, and a user against the computer. */
export const DEVICE_SCREENS: readonly Screen[] = [
  {
    name: 'local',
    game: true,
    scene: (stage) => stage.visit('/play/local'),
    arrange: (page) => storeLocalGame(page),
  },
  {
    name: 'local-clock',
    game: true,
    scene: (stage) => stage.visit('/play/local'),
    arrange: (page) => storeTimedGame(page),
  },
  {
    name: 'local-result',
    game: true,
    scene: (stage) => stage.visit('/play/local'),
    arrange: (page) => storeLocalGame(page, (game) => endGame(game, 'red', 'SURRENDER')),
  },
  {
    name: 'local-record',
    scene: (stage) => stage.visit('/play/local'),
    arrange: (page) => storeLocalGame(page, (game) => endGame(game, 'red', 'SURRENDER')),
    prepare: openLocalRecord,
  },
  {
    name: 'local-settings',
    game: true,
    scene: (stage) => stage.visit('/play/local'),
    prepare: openLocalSettings,
  },
  { name: 'ai-levels', scene: (stage) => stage.at('/play/ai') },
  {
    name: 'ai-game',
    game: true,
    scene: (stage) => stage.at('/play/ai/game'),
    arrange: (page) => saveAiGame(page, 3),
  },
  {
    name: 'ai-hint',
    game: true,
    scene: (stage) => stage.at('/play/ai/game'),
    arrange: (page) => saveAiGame(page, 5),
    prepare: askHint,
  },
  {
    name: 'ai-result',
    game: true,
    scene: (stage) => stage.at('/play/ai/game'),
    arrange: (page) => saveAiGame(page, 1),
    prepare: giveUp,
  },
];
