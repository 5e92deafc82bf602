import { sound, unlockSounds } from '../table/settings.ts';
import { t } from './texts.ts';

/** Milliseconds between two changes of the title. */
const FLASH = 900;

/** Flashes the title of a hidden window until it becomes visible. Returns a function that stops it. */
function flashTitle(): () => void {
  if (!document.hidden) return () => {};
  const title = document.createElement('title');
  title.textContent = t('found.flash');
  // Browsers use the first title element.
  const blink = (): void => {
    if (title.isConnected) title.remove();
    else document.head.prepend(title);
  };
  blink();
  const timer = setInterval(blink, FLASH);
  const look = (): void => {
    if (!document.hidden) stop();
  };
  const stop = (): void => {
    clearInterval(timer);
    title.remove();
    document.removeEventListener('visibilitychange', look);
  };
  document.addEventListener('visibilitychange', look);
  return stop;
}

/** Lets the press that starts a search enable sounds. Returns a function that stops waiting for it. */
export function prepareFound(): () => void {
  return unlockSounds();
}

/**
 * Announces an opponent by a sound, also in a hidden window, and by its title. Returns a function that stops the
 * title.
 */
export function ringFound(): () => void {
  sound('found', { urgent: true });
  return flashTitle();
}
