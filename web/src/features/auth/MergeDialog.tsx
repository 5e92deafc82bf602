import { ApiError } from '@doushouqi/protocol';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { toast } from '../../ui/toast-store.ts';
import { PeekingTiger } from './AuthForm.tsx';
import styles from './MergeDialog.module.css';
import { type Ending, mergeStore } from './merge-store.ts';
import { t } from './texts.ts';

/** A second press within this time deletes the games. Milliseconds. */
const SURE_MS = 4_000;

/** Asks what becomes of the guest's games when an account logs in on the device. */
export default function MergeDialog() {
  const request = useStore(mergeStore, ({ current }) => current);
  const bring = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState<Ending | null>(null);
  const [isSure, setSure] = useState(false);
  useEffect(() => {
    if (!isSure) return;
    const timer = setTimeout(() => setSure(false), SURE_MS);
    return () => clearTimeout(timer);
  }, [isSure]);
  if (request === null) return null;

  const { guest, account, guestGames, accountGames, merge, resolve } = request;
  const { games: count, wins, losses } = guestGames;
  const cancel = () => busy === null && resolve(null);
  const end = async (how: Ending): Promise<void> => {
    setBusy(how);
    try {
      await merge(how === 'bring');
      resolve(how);
    } catch (error) {
      setBusy(null);
      toast.error((error instanceof ApiError && error.message) || t('merge.failed'));
    }
  };
  const leave = () => (isSure ? void end('leave') : setSure(true));
  return (
    <Dialog
      open
      onClose={cancel}
      className={styles.dialog}
      decoration={<PeekingTiger mood="open" />}
      initialFocus={bring}
    >
      <DialogTitle className={styles.title}>{t('merge.title', { count })}</DialogTitle>
      <DialogDescription className={styles.lead}>{t('merge.lead')}</DialogDescription>
      <div className={styles.sides}>
        <div className={styles.from}>
          <Avatar file={guest.avatar} size={46} />
          <b>{guest.nickname}</b>
          <small>{t('merge.tally', { games: count, wins, losses })}</small>
        </div>
        <Icon name="caret-right" />
        <div className={styles.to}>
          <Avatar file={account.avatar} size={46} />
          <b>{account.nickname}</b>
          <small>{t('merge.after', { count: accountGames + count })}</small>
        </div>
      </div>
      <ul className={styles.points}>
        <li>
          <Icon name="check" />
          {t('merge.carried')}
        </li>
        <li>
          <Icon name="info" />
          {t('merge.ratings')}
        </li>
      </ul>
      <Button ref={bring} tone="primary" wide busy={busy === 'bring'} onClick={() => void end('bring')}>
        {t('merge.bring')}
      </Button>
      <div className={styles.others}>
        <Button tone="danger" busy={busy === 'leave'} onClick={leave}>
          {t(isSure ? 'merge.sure' : 'merge.leave')}
        </Button>
        <Button onClick={cancel}>{t('merge.cancel')}</Button>
      </div>
      <p className={styles.note}>{t('merge.note', { count })}</p>
    </Dialog>
  );
}
