import { useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { t as uiText } from '../../ui/texts.ts';
import { t as rulesText } from '../table/rules-texts.ts';
import styles from './LobbyDialogs.module.css';
import { Rules } from './Rules.tsx';
import { t } from './texts.ts';
import { useLobbyInfo } from './use-lobby-info.ts';
import { useMuted } from './use-muted.ts';

const BODIES = { rules: Rules, announcement: Announcement, muted: MutedPeople };
const TITLES = {
  rules: rulesText('title'),
  announcement: t('announcement.title'),
  muted: t('mutes.title'),
} as const;
export type LobbyDialog = keyof typeof BODIES;

interface LobbyDialogsProps {
  /** Null is closed. */
  shown: LobbyDialog | null;
  onClose: () => void;
}

/** Rules, announcement and the people muted, one at a time. */
export default function LobbyDialogs({ shown, onClose }: LobbyDialogsProps) {
  const close = useRef<HTMLButtonElement>(null);
  const last = useRef<LobbyDialog>('rules');
  // While the dialog fades out it goes on showing what it showed.
  last.current = shown ?? last.current;
  const name = last.current;
  const Body = BODIES[name];
  return (
    <Dialog
      open={shown !== null}
      onClose={onClose}
      initialFocus={close}
      className={name === 'rules' ? styles.wide : undefined}
    >
      <DialogTitle className={styles.title}>{TITLES[name]}</DialogTitle>
      <Scroller className={styles.body}>
        <Body />
      </Scroller>
      <Button ref={close} wide className={styles.close} onClick={onClose}>
        {uiText('close')}
      </Button>
    </Dialog>
  );
}

function Announcement() {
  const info = useLobbyInfo();
  if (!info) return <p className={styles.hint}>{t('announcement.away')}</p>;
  const text = info.announcement.trim();
  return text ? (
    <p className={styles.text}>{text}</p>
  ) : (
    <p className={styles.hint}>{t('announcement.none')}</p>
  );
}

function MutedPeople() {
  const { muted, unmute } = useMuted();
  if (muted.length === 0) return <p className={styles.hint}>{t('mutes.none')}</p>;
  return (
    <>
      <p className={styles.hint}>{t('mutes.hint')}</p>
      <ul className={styles.people}>
        {muted.map(({ userId, nickname }) => (
          <li key={userId}>
            <span>{nickname}</span>
            <Button small onClick={() => unmute(userId)}>
              {t('mutes.undo')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
