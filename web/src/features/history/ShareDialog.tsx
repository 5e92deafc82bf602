import type { GameRecord } from '@doushouqi/protocol';
import { useRef, useState } from 'react';
import { t as appText } from '../../client/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { Dialog, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { t as uiText } from '../../ui/texts.ts';
import styles from './HistoryDialogs.module.css';
import { t } from './texts.ts';
import { useRecordActions } from './use-record-actions.ts';

interface ShareDialogProps {
  record: GameRecord;
  open: boolean;
  onClose: () => void;
}

/** The address at which anybody may see a shared game. */
function linkOf(shareId: string): string {
  return `${window.location.origin}/analysis?shared=${shareId}`;
}

/** Makes the link of a game once one has read who can use it. */
export function ShareDialog({ record, open, onClose }: ShareDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} className={styles.dialog}>
      <DialogTitle className={styles.title}>{t('share.title')}</DialogTitle>
      <DialogDescription className={styles.text}>{t('share.text')}</DialogDescription>
      <ShareForm record={record} onClose={onClose} />
    </Dialog>
  );
}

function ShareForm({ record, onClose }: Omit<ShareDialogProps, 'open'>) {
  const { busy, share } = useRecordActions(record);
  const [made, setMade] = useState(record.shareId);
  const field = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    const shareId = made ?? (await share());
    if (!shareId) return;
    setMade(shareId);
    await copyText(linkOf(shareId), t('share.copied'));
    // Where it could not be copied, it is ready for the hand.
    field.current?.select();
  };
  return (
    <>
      {made !== null && (
        <label>
          <span className={styles.label}>{t('share.link')}</span>
          <input
            ref={field}
            readOnly
            className={styles.field}
            value={linkOf(made)}
            onFocus={(event) => event.target.select()}
          />
        </label>
      )}
      <div className={styles.buttons}>
        <Button onClick={onClose}>{uiText('close')}</Button>
        {made !== null && <SendButton record={record} link={linkOf(made)} />}
        <Button tone="primary" icon="copy" busy={busy} onClick={() => void copy()}>
          {t(made === null ? 'share.make' : 'share.copy')}
        </Button>
      </div>
    </>
  );
}

/** The phone's own way of sharing, where there is one. */
function SendButton({ record: { players }, link }: { record: GameRecord; link: string }) {
  if (!('share' in navigator)) return null;
  const send = (): void => {
    const names = { red: players.red.nickname, blue: players.blue.nickname };
    const text = t('share.message', names);
    // The person may close the sheet; then nothing was shared and nothing is wrong.
    void navigator.share({ title: appText('name'), text, url: link }).catch(() => {});
  };
  return (
    <Button icon="share-network" onClick={send}>
      {t('share.send')}
    </Button>
  );
}
