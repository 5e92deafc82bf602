import type { Friend } from '@doushouqi/protocol';
import { failureText } from '../../shared/people/failure.ts';
import { useFriends } from '../../shared/people/queries.ts';
import { t } from '../../shared/people/texts.ts';
import { useInvite } from '../../shared/people/use-people.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import styles from './InviteFriends.module.css';

/** Friends who are online, to be asked into a room. */
export function InviteFriends({ roomId }: { roomId: string }) {
  const { data, error } = useFriends();
  const online = data?.filter(({ isOnline }) => isOnline);
  return (
    <section className={styles.friends} aria-labelledby="invite-friends">
      <h3 id="invite-friends">{t('invite.title')}</h3>
      {!online && !error && <Skeleton className={styles.skeleton} />}
      {!online && error && <p role="alert">{failureText(error, t('list.loadFailed'))}</p>}
      {online?.length === 0 && <p>{t('invite.none')}</p>}
      {online && online.length > 0 && (
        <ul>
          {online.map((friend) => (
            <Row key={friend._id} friend={friend} roomId={roomId} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ friend, roomId }: { friend: Friend; roomId: string }) {
  const { _id, nickname: name, avatar, currentRoom } = friend;
  const { invited, busy, invite } = useInvite(_id, roomId);
  const here = currentRoom === roomId;
  const state = here ? t('invite.here') : invited ? t('list.invited') : null;
  return (
    <li>
      <Avatar file={avatar} size={34} online />
      <span className={styles.name}>{name}</span>
      <Button
        small
        busy={busy}
        disabled={state !== null}
        aria-label={state ? undefined : t('list.inviteWho', { name })}
        onClick={() => void invite()}
      >
        {state ?? t('list.invite')}
      </Button>
    </li>
  );
}
