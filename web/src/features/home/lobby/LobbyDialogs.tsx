import { useRef } from 'react';
import { MUTED_TITLE, MutedPeople } from '../../../shared/talk/MutedPeople.tsx';
import { TextDialog } from '../../../ui/Dialog.tsx';
import { useLobbyInfo } from './AnnouncementBar.tsx';
import styles from './LobbyDialogs.module.css';
import { t } from './texts.ts';

const BODIES = { announcement: Announcement, muted: MutedPeople };
const TITLES = { announcement: t('announcement.title'), muted: MUTED_TITLE } as const;
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
