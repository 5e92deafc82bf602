import { ARRIVAL_TIME } from '@doushouqi/protocol';
import { callTab } from '../../client/tab-call.ts';
import { serverNow } from '../../client/time.ts';
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

/** The last seconds to take a seat sound. */
const TICKS_BELOW = 20;
/** Milliseconds between two reads of the time, so that every second sounds. */
const TICK = 200;

function tickUntil(at: number): () => void {
  let last = Number.POSITIVE_INFINITY;
  const timer = setInterval(() => {
    const left = Math.ceil((at - serverNow()) / 1000);
    if (left < Math.min(last, TICKS_BELOW) && left > 0) sound('tick', { urgent: true });
    last = left;
  }, TICK);
  return () => clearInterval(timer);
}

/** As `ringFound`, for a game of a tournament that was paired at `at`, epoch ms; below 20 s to take the seat each second sounds. */
export function ringRound(at: number): () => void {
  sound('prompt', { urgent: true });
  const stops = [callTab(t('round.flash')), tickUntil(at + ARRIVAL_TIME)];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Announces an opponent by a sound, also in a hidden window, and by its title. Returns a function that stops the
 * title.
 */
export function ringFound(): () => void {
  sound('found', { urgent: true });
  return callTab(t('found.flash'));
}
