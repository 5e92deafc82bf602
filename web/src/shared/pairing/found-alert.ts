import { sound, unlockSounds } from '../table/settings.ts';
import { t } from './texts.ts';

/** Time between two changes of the title. Milliseconds. */
const FLASH = 900;

/** Flashes the title of a hidden window until the user looks at it; returns the way to stop earlier. */
function flashTitle(): () => void {
  if (!document.hidden) return () => {};
  const title = document.createElement('title');
  title.textContent = t('found.flash');
  // The first title of the document counts.
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

/** Lets the press that began a search allow sounds; returns the way to stop waiting for one. */
export function prepareFound(): () => void {
  return unlockSounds();
}

/** Announces an opponent by a sound, in a hidden window too, and in its title; returns the way to stop the latter. */
export function ringFound(): () => void {
  sound('found', { urgent: true });
  return flashTitle();
}
