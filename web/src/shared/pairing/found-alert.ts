import { callTab } from '../../client/tab-call.ts';
import { sound, unlockSounds } from '../table/settings.ts';
import { t } from './texts.ts';

/** Lets the press that starts a search enable sounds. Returns a function that stops waiting for it. */
export function prepareFound(): () => void {
  return unlockSounds();
}

/** Plays a soft sound: a bot is offered. */
export function ringOffer(): void {
  sound('offer');
}

/** As `ringFound`, for a game of a tournament. */
export function ringRound(): () => void {
  sound('prompt', { urgent: true });
  return callTab(t('round.flash'));
}

/**
 * Announces an opponent by a sound, also in a hidden window, and by its title. Returns a function that stops the
 * title.
 */
export function ringFound(): () => void {
  sound('found', { urgent: true });
  return callTab(t('found.flash'));
}
