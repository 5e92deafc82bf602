import { PASSWORD } from '@doushouqi/e2e';
import type { Page } from 'playwright';
import { finishAiGame, showResult } from './device-screens.ts';
import { button, press, type Screen } from './screens.ts';
import type { Stage } from './stage.ts';

/** Returns the screen of a guest who logs in to an older account on the device of the guest's games. */
function mergeScreen(): Screen {
  let username = '';
  return {
    name: 'guest-merge',
    async scene(stage) {
      username = (await stage.newcomer()).user.username;
      return { ...(await stage.guestWithGames()), path: '/settings' };
    },
    async prepare(page) {
      await press(page, '登录');
      const dialog = page.getByRole('dialog', { name: '登录' });
      await dialog.getByLabel('账号', { exact: true }).fill(username);
      await dialog.getByLabel('密码', { exact: true }).fill(PASSWORD);
      await dialog.getByRole('button', { name: '登录', exact: true }).click();
      await page.getByRole('button', { name: '带过去' }).waitFor();
    },
  };
}

async function seekRated(page: Page): Promise<void> {
  await press(page, '排位');
  await button(page, /^5\+3 排位/).click();
  await page.getByText(/^排位要有账号/).waitFor();
}

async function guestAt(stage: Stage, path: string) {
  return { ...(await stage.guestWithGames()), path };
}

export const GUEST_SCREENS: readonly Screen[] = [
  mergeScreen(),
  { name: 'guest-rated', scene: (stage) => guestAt(stage, '/play'), prepare: seekRated },
  {
    name: 'result-next',
    game: true,
    scene: (stage) => guestAt(stage, '/play/ai/game'),
    arrange: (page) => finishAiGame(page, 1),
    prepare: showResult,
  },
  {
    name: 'result-next-win',
    game: true,
    scene: (stage) => stage.at('/play/ai/game'),
    arrange: (page) => finishAiGame(page, 1),
    prepare: showResult,
  },
];
