import type { PublicUser } from '@doushouqi/protocol';
import { Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { session, useSession } from '../../client/session.ts';
import { usePeople, useRelation } from '../../shared/people/use-people.ts';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm-store.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { toast } from '../../ui/toast-store.ts';
import { t as playersText } from './texts.ts';

const ChallengeDialog = lazyPart(() => import('../../shared/pairing/ChallengeDialog.tsx'));

interface ChallengeButtonProps {
  user: Pick<PublicUser, '_id' | 'nickname'>;
  /** The action of its page. */
  primary?: boolean;
}

/** Challenges a friend; whoever is none yet is asked to be one first, as only friends are challenged. */
export function ChallengeButton({ user, primary = false }: ChallengeButtonProps) {
  const { pathname } = useLocation();
  const isMember = useSession((state) => state.user !== null);
  const relation = useRelation(user._id);
  const { busy, add, answer } = usePeople();
  const [open, setOpen] = useState(false);
  const words = { name: user.nickname };
  const befriend = async (): Promise<void> => {
    const agreed = await confirm({
      title: playersText('challenge.first'),
      message: playersText(relation === 'asking' ? 'challenge.accept' : 'challenge.ask', words),
      confirmText: playersText(relation === 'asking' ? 'challenge.acceptIt' : 'challenge.askIt'),
      type: 'info',
    });
    if (agreed) await (relation === 'asking' ? answer(user, true) : add(user));
  };
  const press = (): void => {
    if (!isMember) session.requestLogin(pathname, { why: 'challenge' });
    else if (relation === 'friend') setOpen(true);
    else if (relation === 'asked') toast.info(playersText('challenge.waiting', words));
    else void befriend();
  };
  if (isMember && (relation === null || relation === 'self')) return null;
  return (
    <>
      <Button
        small
        busy={busy}
        aria-label={playersText('challenge.labelFor', words)}
        onClick={press}
        {...(primary && { tone: 'primary' })}
      >
        {playersText('challenge.label')}
      </Button>
      <Suspense>{open && <ChallengeDialog open to={user} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
