import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { beginnersMove, PHONE, startWorld } from '@doushouqi/e2e';
import { createApiClient } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import { plyCount } from '@doushouqi/rules';
import { slowDown } from './slow-phone.ts';

/** Most presses before the first own move. */
const MOST_PRESSES = { computer: 2, bot: 3 } as const;
type Opponent = keyof typeof MOST_PRESSES;
/** A person needs at least this time to see a button before a press. Milliseconds. */
const GLANCE = 500;

/**
 * `npm run bench:first-move -- --runs 3`: presses and seconds from a fresh visit to the first own move against the
 * computer, and against a house bot, which is offered at once while no other user waits: as a guest on the slow phone of
 * `bench:phone`.
 */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } });
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) {
  console.error('usage: npm run bench:first-move -- --runs 3');
  process.exit(1);
}

interface FirstMove {
  presses: number;
  /** Until the buttons of home, the board and the own move. Seconds. */
  home: number;
  board: number;
  move: number;
}

const world = await startWorld();
const api = createApiClient({ routes: PUBLIC_ROUTES, baseUrl: `${world.site.url}/api`, token: () => null });

/** Waits until the user of the last visit has left the pool. */
async function poolsAreEmpty(): Promise<void> {
  while ((await api.listPools()).pools.some(({ waiting }) => waiting > 0)) await delay(GLANCE);
}

async function firstMove(opponent: Opponent): Promise<FirstMove> {
  await poolsAreEmpty();
  const player = await world.open(PHONE);
  const { page } = player;
  await slowDown(page);
  let presses = 0;
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1_000;
  const press = async (role: 'link' | 'button', name: string): Promise<void> => {
    // Until the styles are loaded, home also shows the buttons for members, before those for visitors.
    const target = page.getByRole(role, { name }).last();
    await target.waitFor();
    await delay(GLANCE);
    await target.tap();
    presses += 1;
  };
  try {
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('link', { name: '和电脑下一盘' }).waitFor();
    const home = seconds();
    if (opponent === 'computer') await press('link', '和电脑下一盘');
    else await press('button', '找对手');
    await press('button', '先以游客身份玩');
    if (opponent === 'bot') await press('button', '和它下');
    const roomId = opponent === 'bot' ? await player.seated() : null;
    await player.board.waitFor();
    const board = seconds();
    const game = roomId === null ? await player.savedGame() : await player.ownTurn(roomId);
    await player.waitPly(plyCount(game));
    await player.tapMove(beginnersMove(game));
    await page.locator(`[data-testid="board"]:not([data-ply="${plyCount(game)}"])`).waitFor();
    return { presses, home, board, move: seconds() };
  } finally {
    await page.context().close();
  }
}

let isShort = true;
try {
  for (const opponent of Object.keys(MOST_PRESSES) as Opponent[]) {
    const visits: FirstMove[] = [];
    for (let run = 0; run < runs; run++) visits.push(await firstMove(opponent));
    const ordered = visits.toSorted((a, b) => a.move - b.move);
    const { presses, home, board, move } = ordered[Math.floor(ordered.length / 2)]!;
    console.log(
      `${opponent}: ${presses} presses (at most ${MOST_PRESSES[opponent]}); median of ${runs}, in s: home ${home.toFixed(1)}, board ${board.toFixed(1)}, own move ${move.toFixed(1)}`,
    );
    isShort &&= presses <= MOST_PRESSES[opponent];
  }
} finally {
  await world.stop();
}
process.exit(isShort ? 0 : 1);
