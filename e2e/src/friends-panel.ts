import type { Locator } from 'playwright';
import type { Player } from './player.ts';

/** Returns the tile of home that opens the friends panel. */
export function friendsTile({ page }: Player): Locator {
  return page.locator('button[aria-haspopup="dialog"]').filter({ hasText: '好友' });
}

/** Opens the friends panel of home. */
export async function openFriends(player: Player): Promise<Locator> {
  await friendsTile(player).click();
  const panel = player.page.getByRole('dialog', { name: '好友', exact: true });
  await panel.waitFor();
  return panel;
}
