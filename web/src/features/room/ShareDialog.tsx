import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { t as uiText } from '../../ui/texts.ts';
import styles from './ShareDialog.module.css';
import { copyLink, roomLink } from './share-room.ts';
import { t as shareText } from './share-texts.ts';
import { t } from './texts.ts';

/** The link of a room to copy or to scan, where the system has no share sheet. */
export default function ShareDialog({ onClose }: { onClose: () => void }) {
  const link = roomLink();
  return (
    <Dialog open onClose={onClose} className={styles.dialog}>
      <DialogTitle className={styles.title}>{shareText('title')}</DialogTitle>
      <QrCode text={link} label={shareText('code')} />
      <p className={styles.hint}>{shareText('scan')}</p>
      <p className={styles.link}>{link}</p>
      <div className={styles.buttons}>
        <Button onClick={onClose}>{uiText('close')}</Button>
        <Button tone="primary" icon="copy" onClick={() => void copyLink()}>
          {t('invite.copy')}
        </Button>
      </div>
    </Dialog>
  );
}
