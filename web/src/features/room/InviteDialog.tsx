import type { Friend } from '@doushouqi/protocol';
import { useIsMember } from '../../client/session.ts';
import { failureText } from '../../shared/people/failure.ts';
import { useFriends } from '../../shared/people/queries.ts';
import { t as friendsText } from '../../shared/people/texts.ts';
import { useInvite } from '../../shared/people/use-people.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { t as uiText } from '../../ui/texts.ts';
import styles from './InviteDialog.module.css';
import { canShare, copyLink, copyNumber, roomLink, shareLink } from './share-room.ts';
import { t } from './texts.ts';

interface InviteDialogProps {
  roomId: string;
  open: boolean;
  onClose: () => void;
}

/** Ways to invite another user into the room: its number, its address, the share sheet of the phone. */
export default function InviteDialog({ roomId, open, onClose }: InviteDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} className={styles.dialog}>
      <DialogTitle className={styles.title}>{t('invite.title')}</DialogTitle>
      <div className={styles.number}>
        <span>{t('number')}</span>
        <strong>{roomId}</strong>
        <IconButton icon="copy" label={t('copyNumber')} onClick={() => void copyNumber(roomId)} />
      </div>
      <label className={styles.link}>
        <span>{t('invite.link')}</span>
        <input readOnly value={roomLink()} onFocus={(event) => event.target.select()} />
      </label>
      <InviteFriends roomId={roomId} />
      <p className={styles.hint}>{t('invite.hint')}</p>
      <div className={styles.buttons}>
        <Button onClick={onClose}>{uiText('close')}</Button>
        {canShare() && (
          <Button icon="share-network" onClick={() => shareLink(roomId)}>
            {t('invite.share')}
          </Button>
        )}
        <Button tone="primary" icon="copy" onClick={() => void copyLink()}>
          {t('invite.copy')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Friends who are online, to invite into a room. */
function InviteFriends({ roomId }: { roomId: string }) {
  const { data, error } = useFriends();
  const online = data?.filter(({ isOnline }) => isOnline);
  // Guests have no friends.
  if (!useIsMember()) return null;
  return (
    <section className={styles.friends} aria-labelledby="invite-friends">
      <h3 id="invite-friends">{friendsText('invite.title')}</h3>
      {!online && !error && <Skeleton className={styles.skeleton} />}
      {!online && error && <p role="alert">{failureText(error, friendsText('list.loadFailed'))}</p>}
      {online?.length === 0 && <p>{friendsText('invite.none')}</p>}
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
  const state = here ? friendsText('invite.here') : invited ? friendsText('list.invited') : null;
  return (
    <li>
      <Avatar file={avatar} size={34} online />
      <span className={styles.name}>{name}</span>
      <Button
        small
        busy={busy}
        disabled={state !== null}
        aria-label={state ? undefined : friendsText('list.inviteWho', { name })}
        onClick={() => void invite()}
      >
        {state ?? friendsText('list.invite')}
      </Button>
    </li>
  );
}
