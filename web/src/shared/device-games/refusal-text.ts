import { ERRORS } from '@doushouqi/protocol';
import type { LocalRefusal } from './local-game-state.ts';
import { t } from './texts.ts';

/** Why something cannot be done now, in words. */
export function refusalText(refusal: LocalRefusal): string {
  if (refusal === 'GAME_OVER' || refusal === 'NOTHING_TO_UNDO') return ERRORS[refusal].message;
  return t(`refused.${refusal}`);
}
