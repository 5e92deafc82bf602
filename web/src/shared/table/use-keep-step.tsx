import { useOwnTotals } from '../../client/own-totals.ts';
import { session, useSession } from '../../client/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import type { Step } from './NextStep.tsx';
import { t } from './texts.ts';

/** Returns a guest's next step: to register and keep the games; null for others. `before` stores this game. */
export function useKeepStep(before?: () => void): Step | null {
  const user = useSession((state) => state.user);
  const guest = user?.isGuest ? user : undefined;
  const games = useOwnTotals(guest?._id)?.games ?? 0;
  if (!guest) return null;
  return {
    kind: 'register',
    picture: <Avatar file={guest.avatar} size={46} />,
    title: t('keep.title'),
    text: t(games > 0 ? 'keep.games' : 'keep.name', { name: guest.nickname, count: games }),
    onTake() {
      before?.();
      session.requestLogin(null, { why: 'keep' });
    },
  };
}
