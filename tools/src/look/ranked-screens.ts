import type { Member } from '@doushouqi/e2e';
import type { Page } from 'playwright';
import { type Screen, waitForLive } from './screens.ts';
import type { Stage } from './stage.ts';

/** Searches for an opponent; a pill shows it in a game and in the analysis. */
async function search(page: Page, member: Member): Promise<void> {
  await member.api.joinPairing({ body: { initial: 5, increment: 3, rated: true } });
  await page.reload();
  await page.getByRole('complementary', { name: '找对手' }).or(page.getByTitle('正在找对手')).waitFor();
}

/** Stops the timer of the found-game dialog, which else closes by itself. `shown`: ms. */
function keepSign(shown: number): void {
  const { setTimeout } = window;
  window.setTimeout = ((run: TimerHandler, ms = 0, ...args: unknown[]) =>
    setTimeout(run, Math.abs(ms - shown) < 500 ? 600_000 : ms, ...args)) as typeof setTimeout;
}

/**
 * Defines a screen that needs the member of its scene, or the stage, at each size; `shown`: display time of the
 * dialog, ms.
 */
function screenOf(
  name: string,
  path: string,
  who: (stage: Stage) => Promise<Member>,
  prepare: (page: Page, member: Member, stage: Stage) => Promise<void>,
  shown?: number,
): Screen {
  let set: { stage: Stage; member: Member } | null = null;
  return {
    name,
    async scene(stage) {
      set = { stage, member: await who(stage) };
      return { path, member: set.member };
    },
    async arrange(page) {
      if (shown !== undefined) await page.addInitScript(keepSign, shown);
    },
    async prepare(page) {
      if (set) await prepare(page, set.member, set.stage);
    },
  };
}

async function find(page: Page, member: Member, stage: Stage): Promise<void> {
  await stage.ranked.findFor(member, page);
  await page.getByRole('dialog', { name: '对手已找到' }).waitFor();
}

async function interrupt(page: Page, member: Member, stage: Stage): Promise<void> {
  await stage.ranked.findFor(member, page);
  await page.getByText(/^找到了：/).waitFor();
}

async function openChallengeDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: '发起挑战' }).click();
  await page.getByRole('dialog', { name: '发起挑战' }).waitFor();
}

export const RANKED_SCREENS: readonly Screen[] = [
  screenOf('searching-home', '/', (stage) => stage.ranked.rated('等人', 3), search),
  screenOf('searching-menu', '/play', (stage) => stage.ranked.rated('等人', 3), search),
  screenOf('searching-analysis', '/analysis', (stage) => stage.ranked.rated('等人', 3), search),
  screenOf('found', '/', (stage) => stage.ranked.rated('山君', 5), find, 3_000),
  screenOf('found-interrupts', '/analysis', (stage) => stage.ranked.rated('山君', 5), interrupt, 8_000),
  { name: 'rated-playing', game: true, scene: (stage) => stage.ranked.game({ end: false }) },
  { name: 'rated-over', scene: (stage) => stage.ranked.game({ end: true }) },
  {
    name: 'challenges',
    async scene(stage) {
      await stage.ranked.challenges();
      return stage.at('/play');
    },
  },
  {
    name: 'play-games',
    async scene(stage) {
      await stage.ranked.games();
      await stage.ranked.challenges();
      return stage.at('/play');
    },
  },
  {
    name: 'home-live',
    async scene(stage) {
      await stage.ranked.games();
      return stage.visit('/');
    },
    prepare: waitForLive,
  },
  {
    name: 'watch',
    async scene(stage) {
      await stage.ranked.games();
      return stage.at('/watch');
    },
  },
  { name: 'challenge-dialog', scene: (stage) => stage.at('/play'), prepare: openChallengeDialog },
  {
    name: 'challenge-visitor',
    scene: async (stage) => ({ path: `/challenge/${await stage.ranked.challenges()}`, member: null }),
  },
  {
    name: 'challenge',
    scene: async (stage) => stage.at(`/challenge/${await stage.ranked.challenges()}`),
  },
  { name: 'challenge-gone', scene: (stage) => stage.at('/challenge/abcdefghijkl') },
  {
    name: 'player',
    async scene(stage) {
      const member = await stage.ranked.ranked();
      return { path: `/player/${member.user._id}`, member };
    },
  },
  {
    name: 'player-new',
    async scene(stage) {
      const member = await stage.newcomer();
      return { path: `/player/${member.user._id}`, member };
    },
  },
  {
    name: 'player-provisional',
    async scene(stage) {
      const [shown, member] = [await stage.ranked.rated('初来乍到的小花猫', 3), await stage.newcomer()];
      return { path: `/player/${shown.user._id}`, member };
    },
  },
  { name: 'player-gone', scene: (stage) => stage.at('/player/5f0000000000000000000001') },
  { name: 'ladder', scene: async (stage) => ({ path: '/ladder', member: await stage.ranked.ranked() }) },
  {
    name: 'ladder-mine',
    scene: async (stage) => ({ path: '/ladder', member: await stage.ranked.ranked() }),
    async prepare(page) {
      await page.getByRole('button', { name: '跳到我的位置' }).press('Enter');
    },
  },
];
