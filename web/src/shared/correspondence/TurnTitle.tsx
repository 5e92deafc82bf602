import { useEffect } from 'react';
import { useIsVisible } from '../../ui/use-browser.ts';
import { ownTurns, useGames } from './games.ts';
import { t } from './texts.ts';

/** Shows the number of games that wait for the user in the title of a hidden window: `(2) 轮到你`. */
export default function TurnTitle() {
  const count = ownTurns(useGames().data?.games ?? []).length;
  const isVisible = useIsVisible();
  useEffect(() => {
    if (isVisible || count === 0) return;
    const title = document.createElement('title');
    title.textContent = t('waitingTurns', { count });
    // Browsers show the first title; a call of the tab (client/tab-call.ts) puts its own before it.
    document.head.prepend(title);
    return () => title.remove();
  }, [isVisible, count]);
  return null;
}
