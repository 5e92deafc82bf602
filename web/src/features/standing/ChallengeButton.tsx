import type { PublicUser } from '@doushouqi/protocol';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { session, useSession } from '../../app/session.ts';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm-store.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { toast } from '../../ui/toast-store.ts';
import { usePeople, useRelation } from '../friends/use-people.ts';

const ChallengeDialog = lazyPart(() => import('../pairing/ChallengeDialog.tsx'));

interface ChallengeButtonProps {
  user: Pick<PublicUser, '_id' | 'nickname'>;
  /** The action of its page. */
  primary?: boolean;
}

/** Challenges a friend; whoever is none yet is asked to be one first, as only friends are challenged. */
export function ChallengeButton({ user, primary = false }: ChallengeButtonProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const isMember = useSession((state) => state.user !== null);
  const relation = useRelation(user._id);
  const { busy, add, answer } = usePeople();
  const [open, setOpen] = useState(false);
  const words = { name: user.nickname };
  const befriend = async (): Promise<void> => {
    const agreed = await confirm({
      title: t('players.challenge.first'),
      message: t(relation === 'asking' ? 'players.challenge.accept' : 'players.challenge.ask', words),
      confirmText: t(relation === 'asking' ? 'players.challenge.acceptIt' : 'players.challenge.askIt'),
      type: 'info',
    });
    if (agreed) await (relation === 'asking' ? answer(user, true) : add(user));
  };
  const press = (): void => {
    if (!isMember) session.requestLogin(pathname, { why: 'challenge' });
    else if (relation === 'friend') setOpen(true);
    else if (relation === 'asked') toast.info(t('players.challenge.waiting', words));
    else void befriend();
  };
  if (isMember && (relation === null || relation === 'self')) return null;
  return (
    <>
      <Button
        small
        busy={busy}
        aria-label={t('players.challenge.labelFor', words)}
        onClick={press}
        {...(primary && { tone: 'primary' })}
      >
        {t('players.challenge.label')}
      </Button>
      <Suspense>{open && <ChallengeDialog open to={user} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
