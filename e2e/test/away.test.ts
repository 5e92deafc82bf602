import { afterAll, describe, expect, test } from 'vitest';
import { DEN_GAME } from '../src/games.ts';
import { joinWorld } from '../src/join-world.ts';
import { type Line, openLine } from '../src/line.ts';
import type { Player } from '../src/player.ts';
import { PHONE } from '../src/world.ts';

const lines: Line[] = [];
const world = await joinWorld();
afterAll(async () => {
  await world.stop();
  await Promise.all(lines.map((line) => line.close()));
});

const AWAY_MS = 60_000;

/** Blue plays on a phone whose connection can be cut; both players have made a move. */
async function phonePair(roomId: string): Promise<{ red: Player; blue: Player; line: Line }> {
  const line = await openLine(world.site.url);
  lines.push(line);
  const [red, blue] = await world.pair(roomId, { blue: { ...PHONE, baseURL: line.url } });
  await red.clickMove(DEN_GAME[0]!);
  await blue.waitPly(1);
  await blue.tapMove(DEN_GAME[1]!);
  await red.waitPly(2);
  return { red, blue, line };
}

async function loseLine(player: Player, line: Line): Promise<void> {
  await player.page.context().setOffline(true);
  line.down();
}

async function regainLine(player: Player, line: Line): Promise<void> {
  line.up();
  await player.page.context().setOffline(false);
}

describe.concurrent('a phone without a connection', () => {
  test('warns the opponent, and continues after a reconnect in time', async () => {
    const { red, blue, line } = await phonePair('back-in-time');
    await loseLine(blue, line);
    await red.sees(/对方已离线，若 \d+ 秒内未返回将判负/);
    await red.shot('opponent-away');
    await red.clickMove(DEN_GAME[2]!);
    await red.waitPly(3);
    await regainLine(blue, line);
    await blue.waitPly(3);
    await blue.page.locator('[data-testid="board"][data-live="true"]').waitFor();
    await blue.tapMove(DEN_GAME[3]!);
    await Promise.all([red.waitPly(4), blue.waitPly(4)]);
    expect((await red.room('back-in-time')).offlineSince).toEqual({ player1: null, player2: null });
    expect([...red.errors, ...blue.errors]).toEqual([]);
  });

  test('detects a dead connection without a close, and moves over a new one', async () => {
    const { red, blue, line } = await phonePair('half-open');
    await red.clickMove(DEN_GAME[2]!);
    await blue.waitPly(3);
    line.freeze();
    await blue.tapMove(DEN_GAME[3]!);
    await Promise.all([red.waitPly(4, AWAY_MS / 2), blue.waitPly(4, AWAY_MS / 2)]);
    expect((await red.room('half-open')).offlineSince).toEqual({ player1: null, player2: null });
    expect([...red.errors, ...blue.errors]).toEqual([]);
  });

  test('continues on another device, which links to the game', async () => {
    const { red, blue, line } = await phonePair('other-device');
    await loseLine(blue, line);
    const other = await world.visitor();
    await other.page.getByRole('button', { name: '登录', exact: true }).first().click();
    await other.logIn(blue.username);
    await other.page.getByRole('complementary', { name: '回到对局' }).getByRole('link').click();
    await red.clickMove(DEN_GAME[2]!);
    await other.waitPly(3);
    await other.clickMove(DEN_GAME[3]!);
    await red.waitPly(4);
    expect([...red.errors, ...other.errors]).toEqual([]);
  });

  test('loses after a minute offline, and shows it after the reconnect', async () => {
    const { red, blue, line } = await phonePair('too-late');
    const lost = Date.now();
    await loseLine(blue, line);
    await red.waitStatus('red_win', 2 * AWAY_MS);
    expect(Date.now() - lost).toBeGreaterThanOrEqual(AWAY_MS);
    expect((await red.room('too-late')).endReason).toBe('OFFLINE_SURRENDER');
    await red.sees('对方离线超过 1 分钟，你获胜');
    await red.shot('opponent-lost');
    await regainLine(blue, line);
    await blue.waitStatus('red_win');
    expect((await red.records(1))[0]?.notation.endReason).toBe('OFFLINE_SURRENDER');
    expect([...red.errors, ...blue.errors]).toEqual([]);
  });
});
