import { ApiError } from '@doushouqi/protocol';
import { useEffect, useRef } from 'react';
import { useBlocker, useNavigate } from 'react-router-dom';
import { toast } from '../../ui/toast-store.ts';
import { closeTopLayer } from '../../ui/use-close-request.ts';
import type { OnlineGame } from './online/online-game.ts';
import { t } from './texts.ts';
import { useQuestion } from './use-question.ts';

/** Leaves the room on the server; false when a running game could not be left. */
async function leaveRoom(game: OnlineGame, staking: boolean): Promise<boolean> {
  try {
    await game.leave();
    return true;
  } catch (error) {
    // A room that is gone, or one where nothing is at stake, holds nobody back.
    return !staking || (error instanceof ApiError && error.code === 'ROOM_NOT_FOUND');
  }
}

/**
 * Every way out of the room inside the app, the browser's back button too, leaves it on the server first. The back
 * button closes an open dialog or sheet instead. A player in a running game is asked, because leaving loses it (spec
 * §4); `early`, before the own first move of a paired game, leaving aborts it. Asks nothing if the game ends meanwhile:
 * the result stays in sight. Returns a function that goes to /play.
 */
export function useLeaving(game: OnlineGame, staking: boolean, early: boolean): () => void {
  const navigate = useNavigate();
  const ask = useQuestion(staking, early);
  const left = useRef(false);
  const asking = useRef(false);
  const isBack = useRef(false);
  /** Resolves when the browser shows the entry of the room again. */
  const returned = useRef<Promise<unknown>>(Promise.resolve());
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (game.userId === null || left.current || nextLocation.pathname === currentLocation.pathname)
      return false;
    // The router goes forward again. An entry that a dialog adds before that is on the wrong page.
    if (historyAction === 'POP')
      returned.current = new Promise((resolve) => {
        window.addEventListener('popstate', resolve, { once: true });
      });
    isBack.current = historyAction === 'POP';
    return true;
  });
  useEffect(() => {
    if (blocker.state !== 'blocked' || asking.current) return;
    if (isBack.current && closeTopLayer()) return blocker.reset();
    asking.current = true;
    const question = {
      title: t(early ? 'abort.title' : 'leave.title'),
      message: t(early ? 'abort.message' : 'leave.message'),
      confirmText: t('leave.confirm'),
      cancelText: t('leave.stay'),
      type: 'error',
    } as const;
    const decide = async (): Promise<void> => {
      if (isBack.current) await returned.current;
      const agreed = !staking || (await ask(question));
      left.current = agreed && (await leaveRoom(game, staking));
      asking.current = false;
      if (agreed && !left.current) toast.error(t('leave.failed'));
      if (left.current) blocker.proceed();
      else blocker.reset();
    };
    void decide();
  }, [blocker, game, staking, early, ask]);
  return () => navigate('/play');
}
