import { ERRORS } from '@doushouqi/protocol';
import type { TFunction } from 'i18next';
import type { LocalRefusal } from '../../game/local/local-game-state.ts';

/** Why something cannot be done now, in words. */
export function refusalText(t: TFunction, refusal: LocalRefusal): string {
  if (refusal === 'GAME_OVER' || refusal === 'NOTHING_TO_UNDO') return ERRORS[refusal].message;
  return t(`local.refused.${refusal}`);
}
