import { parseFen, startPosition } from '@doushouqi/rules';
import { useSession } from '../../client/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Thumbnail } from '../table/Thumbnail.tsx';
import styles from './InvitePreview.module.css';
import { RoomChips } from './RoomChips.tsx';
import { controlOf, daysOf, type RoomChoice } from './room-choice.ts';
import { t } from './texts.ts';

interface InvitePreviewProps {
  choice: RoomChoice;
  /** Start position; absent: the usual one. */
  fen?: string | undefined;
}

/** What the friend will see. */
export function InvitePreview({ choice, fen }: InvitePreviewProps) {
  const user = useSession((state) => state.user);
  const start = fen === undefined ? null : parseFen(fen);
  const { color, undo, spectators, pace } = choice;
  return (
    <div className={styles.preview}>
      <Avatar file={user?.avatar} size={56} online />
      <strong>{t('invites', { name: user?.nickname ?? t('you') })}</strong>
      <RoomChips
        timeControl={controlOf(choice)}
        daysPerMove={daysOf(pace)}
        table={{ color, undo, spectators, start: fen ?? null }}
        forGuest
      />
      <div className={styles.board}>
        <Thumbnail
          position={start?.ok ? start.value : startPosition()}
          label={t('startPosition')}
          flipped={color === 'red'}
        />
      </div>
    </div>
  );
}
