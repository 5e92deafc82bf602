import { t as appText } from '../../client/texts.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { t as uiText } from '../../ui/texts.ts';
import styles from './InviteDialog.module.css';
import { InviteFriends } from './InviteFriends.tsx';
import { copyLink, copyNumber, roomLink } from './room-link.ts';
import { t } from './texts.ts';

interface InviteDialogProps {
  roomId: string;
  open: boolean;
  onClose: () => void;
}

/** Ways to bring somebody into the room: its number, its address, the phone's own way of sharing. */
export function InviteDialog({ roomId, open, onClose }: InviteDialogProps) {
  const link = roomLink();
  const share = (): void => {
    const text = t('invite.text', { id: roomId });
    // The person may close the sheet; then nothing was shared and nothing is wrong.
    void navigator.share({ title: appText('name'), text, url: link }).catch(() => {});
  };
  const canShare = 'share' in navigator;
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
        <input readOnly value={link} onFocus={(event) => event.target.select()} />
      </label>
      <InviteFriends roomId={roomId} />
      <p className={styles.hint}>{t('waiting.share')}</p>
      <div className={styles.buttons}>
        <Button onClick={onClose}>{uiText('close')}</Button>
        {canShare && (
          <Button icon="share-network" onClick={share}>
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
