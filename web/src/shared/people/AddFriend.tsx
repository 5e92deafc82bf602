import type { PublicUser } from '@doushouqi/protocol';
import { Button, IconButton } from '../../ui/Button.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import type { Relation } from './relation.ts';
import { t } from './texts.ts';
import { usePeople, useRelation } from './use-people.ts';

interface AddFriendProps {
  user: Pick<PublicUser, '_id' | 'nickname' | 'isGuest'>;
  /** Shows the icon without a text. */
  bare?: boolean;
  className?: string | undefined;
}

const ICONS: Record<Relation, IconName> = {
  self: 'user',
  friend: 'user-check',
  asked: 'hourglass-medium',
  asking: 'check',
  stranger: 'user-plus',
};

/**
 * Sends a friend request, or shows the present relation; hidden for visitors and guests, to guests and for the user's
 * own account.
 */
export function AddFriend({ user, bare, className }: AddFriendProps) {
  const relation = useRelation(user._id);
  const { busy, add, answer } = usePeople();
  if (relation === null || relation === 'self' || user.isGuest) return null;
  const look = {
    icon: ICONS[relation],
    className,
    disabled: relation === 'friend' || relation === 'asked',
    onClick: () => void (busy || (relation === 'asking' ? answer(user, true) : add(user))),
  };
  const text = {
    friend: t('add.friend'),
    asked: t('add.asked'),
    asking: t('add.accept'),
    stranger: t('add.label'),
  }[relation];
  const named = {
    friend: text,
    asked: text,
    asking: t('requests.acceptFrom', { name: user.nickname }),
    stranger: t('add.labelFor', { name: user.nickname }),
  }[relation];
  if (bare) return <IconButton {...look} label={named} />;
  return (
    <Button
      {...look}
      small
      busy={busy}
      aria-label={named}
      {...(relation === 'asking' && { tone: 'jade' as const })}
    >
      {text}
    </Button>
  );
}
