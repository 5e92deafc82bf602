import type { Move } from '@doushouqi/rules';
import type { Player } from './player.ts';

const PATIENCE_MS = 10_000;

/** Moves as a user does, and retries once if the connection is lost between the two clicks. */
export async function insistOnMove(player: Player, move: Move, ply: number): Promise<void> {
  for (let attempt = 0; attempt < 4; attempt++) {
    await player.page.locator('[data-testid="board"][data-live="true"]').waitFor({ timeout: 30_000 });
    await player.clickMove(move);
    const moved = player.waitPly(ply + 1, PATIENCE_MS);
    if (
      await moved.then(
        () => true,
        () => false,
      )
    )
      return;
  }
}
