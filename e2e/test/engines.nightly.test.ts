import { randomBytes } from 'node:crypto';
import { type Game, type Move, newGame, ONLINE_RULE_SET, parseRecord, play, SIDES } from '@doushouqi/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginnersMove } from '../src/beginner.ts';
import { type EngineWindow, openFirefox, openWebKit } from '../src/engines.ts';
import { HeadlessPlayer } from '../src/headless-player.ts';
import { openLine } from '../src/line.ts';
import { enroll } from '../src/members.ts';
import { type OwnSite, startSite } from '../src/world.ts';

let site: OwnSite;
let url: string;
beforeAll(async () => {
  site = await startSite();
  url = site.site.url;
});
afterAll(() => site?.stop());

/** A button or link with this text. */
function named(text: string): string {
  return `(//button|//a)[contains(normalize-space(.), "${text}")]`;
}
function cell({ x, y }: Move['from']): string {
  return `//*[@data-testid="board"]//*[@data-cell="${x},${y}"]`;
}
async function playMove(window: EngineWindow, { from, to }: Move): Promise<void> {
  await window.press(cell(from));
  await window.press(cell(to));
}
function boardShows(ply: number): string {
  return `document.querySelector('[data-testid="board"][data-ply="${ply}"]') !== null`;
}
/** A board without a connection takes no moves. */
const IS_LIVE = `document.querySelector('[data-testid="board"][data-live="true"]') !== null`;
/** WebDriver's press is lost if the page's first paint is replaced under it. */
const IS_LOADED = `document.querySelector('[data-unknown]') === null`;
function played(game: Game, move: Move): Game {
  const made = play(game, move);
  if (!made.ok) throw new Error(made.error);
  return made.value;
}
/** Waits until the page contains a text. */
function sees(window: EngineWindow, text: string): Promise<void> {
  return window.until(`document.body.innerText.includes(${JSON.stringify(text)})`);
}

// Debian's packages; other systems have other builds of these engines.
describe.skipIf(process.platform !== 'linux').each([
  ['Firefox', openFirefox],
  ['WebKit', openWebKit],
] as const)('%s', (_engine, open) => {
  let window: EngineWindow;
  beforeAll(async () => {
    window = await open();
  });
  afterAll(() => window?.close());

  test('plays the computer at level 5 as a guest, and reaches a result', async () => {
    await window.goto(url);
    await window.until(IS_LOADED);
    await window.press(named('和电脑下一盘'));
    await window.press(named('先以游客身份玩'));
    await window.until(`location.pathname === '/play/ai/game'`);
    await window.goto(`${url}/play/ai`);
    await window.press('//*[contains(@aria-label, "难度 5 / 5")]');
    await window.press(named('开始对局'));
    await window.until(boardShows(0));
    const saved = JSON.parse(String(await window.read(`JSON.parse(localStorage.getItem('aiGame')).local`)));
    const parsed = parseRecord(saved.record, { ruleSet: saved.ruleSet });
    if (!parsed.ok) throw new Error(parsed.error.code);
    await playMove(window, beginnersMove(parsed.value));
    await window.until(boardShows(2));
    await window.press(named('认输'));
    await window.press(`//*[@role="alertdialog"]//button[normalize-space(.)="认输"]`);
    await sees(window, '你输了');
  });

  test('plays an online game to its end across a cut connection', async () => {
    const line = await openLine(url);
    try {
      const { api, token, user } = await enroll(url, '苍狼');
      const roomId = `engine-${randomBytes(4).toString('hex')}`;
      await api.joinRoom({ body: { roomId, color: 'red' } });
      const opponent = new HeadlessPlayer({ url, token, roomId, userId: user._id });

      await window.goto(`${line.url}/play/room/${roomId}`);
      await window.press(named('入座'));
      if (await window.read(`localStorage.getItem('token') === null`))
        await window.press(named('先以游客身份玩'));
      await window.until(`document.querySelector('main[data-status="playing"]') !== null`);
      for (let ply = 0; ply < 6; ply += 1) {
        await opponent.until(() => opponent.moves.length >= ply, 30_000, `at ply ${ply}`);
        const game = opponent.moves.reduce(played, newGame(ONLINE_RULE_SET));
        const move = beginnersMove(game);
        // The opponent moves while the window has no connection.
        if (ply === 2) line.cut();
        if (SIDES[ply % 2] === 'red') expect(await opponent.play(move)).toBeNull();
        else {
          await window.until(IS_LIVE);
          await playMove(window, move);
        }
        await window.until(boardShows(ply + 1));
      }
      await api.surrender({ params: { roomId } });
      await sees(window, '你赢了');
      opponent.close();
    } finally {
      await line.close();
    }
  });
});
