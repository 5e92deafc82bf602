import type { Side } from '@doushouqi/rules';
import type { Due } from '../../shared/pairing/search-state.ts';
import { t as pairingText } from '../../shared/pairing/texts.ts';
import { t } from './texts.ts';

/** `12 秒内入座`, then `12 秒内走第一步`, to blue `12 秒内红方开局`. Pure. */
export function dueText({ what, left }: Due, color: Side): string {
  const count = Math.ceil(left / 1_000);
  if (what === 'seat') return pairingText('round.seatIn', { count });
  return color === 'red' ? pairingText('round.moveIn', { count }) : t('redMoveIn', { count });
}
