import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { InviteFriends } from '../friends/InviteFriends.tsx';
import styles from './InviteDialog.module.css';
import { copyLink, copyNumber, roomLink } from './room-link.ts';

interface InviteDialogProps {
  roomId: string;
  open: boolean;
  onClose: () => void;
}

/** Ways to bring somebody into the room: its number, its address, the phone's own way of sharing. */
export function InviteDialog({ roomId, open, onClose }: InviteDialogProps) {
  const { t } = useTranslation();
  const link = roomLink();
  const share = (): void => {
    const text = t('room.invite.text', { id: roomId });
    // The person may close the sheet; then nothing was shared and nothing is wrong.
    void navigator.share({ title: t('app.name'), text, url: link }).catch(() => {});
  };
  const canShare = 'share' in navigator;
  return (
    <Dialog open={open} onClose={onClose} className={styles.dialog}>
      <DialogTitle className={styles.title}>{t('room.invite.title')}</DialogTitle>
      <div className={styles.number}>
        <span>{t('room.number')}</span>
        <strong>{roomId}</strong>
        <IconButton icon="copy" label={t('room.copyNumber')} onClick={() => void copyNumber(roomId)} />
      </div>
      <label className={styles.link}>
        <span>{t('room.invite.link')}</span>
        <input readOnly value={link} onFocus={(event) => event.target.select()} />
      </label>
      <InviteFriends roomId={roomId} />
      <p className={styles.hint}>{t('room.waiting.share')}</p>
      <div className={styles.buttons}>
        <Button onClick={onClose}>{t('ui.close')}</Button>
        {canShare && (
          <Button icon="share-network" onClick={share}>
            {t('room.invite.share')}
          </Button>
        )}
        <Button tone="primary" icon="copy" onClick={() => void copyLink()}>
          {t('room.invite.copy')}
        </Button>
      </div>
    </Dialog>
  );
}
