import { errorOf } from '@doushouqi/service-kit';
import type { PairingContext } from '../context.ts';

/** Throws PAIRING_PAUSED with the time that is left, while the user may not look for opponents. */
export async function refusePaused(
  { pauseOf, now }: Pick<PairingContext, 'pauseOf' | 'now'>,
  userId: string,
): Promise<void> {
  const until = await pauseOf(userId);
  if (until === null) return;
  const minutes = Math.max(1, Math.ceil((until - now()) / 60_000));
  throw errorOf('PAIRING_PAUSED', { message: `你暂时不能匹配对手，请 ${minutes} 分钟后再试` });
}
