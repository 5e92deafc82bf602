import calledIcon from '../../art/favicon-call.svg';
import { askForPush } from './push-due.ts';
import { deviceNow } from './time.ts';

/** Time between two changes of the title. Milliseconds. */
const FLASH = 900;

function createTabCall(): (text: string) => () => void {
  let end: (() => void) | null = null;
  return (text) => {
    if (!document.hidden) return () => {};
    // Home then asks once whether to call also a closed page (PushSlip.tsx).
    askForPush(deviceNow());
    end?.();
    const title = document.createElement('title');
    title.textContent = text;
    const icon = document.createElement('link');
    Object.assign(icon, { rel: 'icon', type: 'image/svg+xml', href: calledIcon });
    // Browsers use the first title and the last icon.
    const blink = (): void => {
      if (title.isConnected) title.remove();
      else document.head.prepend(title);
    };
    blink();
    document.head.append(icon);
    const timer = setInterval(blink, FLASH);
    const look = (): void => {
      if (!document.hidden) stop();
    };
    const stop = (): void => {
      if (end === stop) end = null;
      clearInterval(timer);
      title.remove();
      icon.remove();
      document.removeEventListener('visibilitychange', look);
    };
    end = stop;
    document.addEventListener('visibilitychange', look);
    return stop;
  };
}

/**
 * Calls the user back to a hidden window: until it is visible, its title alternates with `text` and its icon has a dot.
 * A later call replaces the text. Returns a function that ends this call.
 */
export const callTab = createTabCall();
