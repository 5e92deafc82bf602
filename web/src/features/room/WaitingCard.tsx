import type { PublicUser, RoomHeader } from '@doushouqi/protocol';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FACES } from '../../ui/faces.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { copyLink, copyNumber } from './clipboard.ts';
import styles from './WaitingCard.module.css';

interface WaitingCardProps {
  roomId: string;
  header: RoomHeader;
  users: readonly (PublicUser | undefined)[];
  /** What the one red button does: members share the room, visitors log in. */
  onLogin: (() => void) | null;
}

/** Over the pale board until the second player sits down. */
export function WaitingCard({ roomId, header, users, onLogin }: WaitingCardProps) {
  const { t } = useTranslation();
  return (
    <Card framed className={styles.card}>
      <div className={styles.number}>
        <span>{t('room.number')}</span>
        <strong>{roomId}</strong>
        <IconButton icon="copy" label={t('room.copyNumber')} onClick={() => void copyNumber(roomId)} />
      </div>
      <div className={styles.seats}>
        <Seat side="red" user={users[0]} taken={header.players.length > 0} />
        <span className={styles.versus}>{t('room.waiting.versus')}</span>
        <Seat side="blue" user={users[1]} taken={header.players.length > 1} />
      </div>
      <p className={styles.time}>
        <Chip icon="timer">{t('room.timeControl', { ...header.timeControl })}</Chip>
        <span>{t('room.timeControlHint', { ...header.timeControl })}</span>
      </p>
      {onLogin ? (
        <Button tone="primary" wide icon="sign-in" onClick={onLogin}>
          {t('room.loginToJoin')}
        </Button>
      ) : (
        <Button tone="primary" wide icon="copy" onClick={() => void copyLink()}>
          {t('room.waiting.copyLink')}
        </Button>
      )}
      <p className={styles.hint}>{t(onLogin ? 'room.waiting.watch' : 'room.waiting.share')}</p>
    </Card>
  );
}

function Seat({ side, user, taken }: { side: 'red' | 'blue'; user: PublicUser | undefined; taken: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={styles.seat} data-side={side}>
      {taken ? (
        <Avatar file={user?.avatar} size={64} />
      ) : (
        <span className={styles.vacant}>
          <Icon name="user-plus" />
        </span>
      )}
      <span className={styles.name} data-taken={taken}>
        {taken ? (user?.nickname ?? t('room.bar.unknown')) : t('room.waiting.seatEmpty')}
      </span>
      <span className={styles.side}>{t(side === 'red' ? 'room.waiting.first' : 'room.waiting.second')}</span>
    </div>
  );
}

const RULES = ['rat', 'lion', 'elephant', 'tiger'] as const;

/** The rules in four lines, to look at while nobody has come. */
export function RulesCard() {
  const { t } = useTranslation();
  return (
    <Card framed className={styles.rules}>
      <h2>
        <Icon name="scroll" />
        {t('room.waiting.rules')}
      </h2>
      <ul>
        {RULES.map((animal) => (
          <li key={animal}>
            <img src={FACES[animal]} alt="" width={44} height={44} />
            <span>{t(`room.waiting.rule.${animal}`)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
