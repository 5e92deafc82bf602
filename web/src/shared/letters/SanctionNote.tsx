import { Link } from 'react-router-dom';
import { letterPath, type OwnLetter } from '../../client/sanctions.ts';
import { serverNow } from '../../client/time.ts';
import { Icon } from '../../ui/Icon.tsx';
import { untilText } from './letter-text.ts';
import styles from './SanctionNote.module.css';
import { t } from './texts.ts';

export interface SanctionNoteProps {
  letter: OwnLetter & { kind: 'mute' | 'unrated' };
}

/** Takes the place of what a sanction stops, such as a chat field: until when, and a link to why. */
export default function SanctionNote({ letter }: SanctionNoteProps) {
  return (
    <p className={styles.note} role="note">
      <Icon name={letter.kind === 'mute' ? 'speaker-slash' : 'pause'} />
      <span>{untilText(letter, serverNow())} ·</span>
      <Link to={letterPath(letter)}>{t('why')}</Link>
    </p>
  );
}
