import { unlockSounds } from '../../board/sounds.ts';
import { sound } from '../table/sound-setting.ts';
import { t } from './texts.ts';

/** Between two changes of the title. Milliseconds. */
const FLASH = 900;

let stopFlash: (() => void) | null = null;

/** The window calls by its title until somebody looks at it. A title of its own comes before the page's. */
function flashTitle(): void {
  stopFlash?.();
  if (!document.hidden) return;
  const title = document.createElement('title');
  title.textContent = t('found.flash');
  const blink = (): void => {
    if (title.isConnected) title.remove();
    else document.head.prepend(title);
  };
  blink();
  const timer = setInterval(blink, FLASH);
  const look = (): void => {
    if (!document.hidden) stopFlash?.();
  };
  stopFlash = () => {
    clearInterval(timer);
    title.remove();
    document.removeEventListener('visibilitychange', look);
    stopFlash = null;
  };
  document.addEventListener('visibilitychange', look);
}

/** Called when a search begins, by a press: browsers allow sounds after one only. Returns the way to stop waiting. */
export function prepareFound(): () => void {
  return unlockSounds();
}

/** An opponent is there: said with a sound, in a hidden window too, and there in its title. */
export function ringFound(): void {
  sound('found', { urgent: true });
  flashTitle();
}
