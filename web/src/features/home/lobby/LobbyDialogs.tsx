import { useRef } from 'react';
import { useMuted } from '../../../shared/talk/use-talk.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextDialog } from '../../../ui/Dialog.tsx';
import { useLobbyInfo } from './AnnouncementBar.tsx';
import styles from './LobbyDialogs.module.css';
import { t } from './texts.ts';

const BODIES = { announcement: Announcement, muted: MutedPeople };
const TITLES = { announcement: t('announcement.title'), muted: t('mutes.title') } as const;
export type LobbyDialog = keyof typeof BODIES;

interface LobbyDialogsProps {
  /** Null: closed. */
  shown: LobbyDialog | null;
  onClose: () => void;
}

/** The dialogs of the announcement and of the muted users, one at a time. */
export default function LobbyDialogs({ shown, onClose }: LobbyDialogsProps) {
  const last = useRef<LobbyDialog>('announcement');
  // The content stays while the dialog fades out.
  last.current = shown ?? last.current;
  const Body = BODIES[last.current];
  return (
    <TextDialog open={shown !== null} title={TITLES[last.current]} onClose={onClose}>
      <Body />
    </TextDialog>
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
