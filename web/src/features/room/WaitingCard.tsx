import { POLICIES, type PublicUser, type TimeControl } from '@doushouqi/protocol';
import { useState } from 'react';
import { attempt } from '../../client/attempt.ts';
import { NameCard } from '../../shared/people/NameCard.tsx';
import { nameSize } from '../../shared/table/name-size.ts';
import { t as tableText } from '../../shared/table/texts.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FACES } from '../../ui/faces.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { copyNumber } from './InviteDialog.tsx';
import type { OnlineGame } from './online/online-game.ts';
import { t, timeText } from './texts.ts';
import { type OpenRoom, useRoom } from './use-open-room.ts';
import styles from './WaitingCard.module.css';

interface WaitingCardProps {
  open: OpenRoom;
  onInvite: () => void;
}

/** Covers the faded board until the second player takes a seat. */
export function WaitingCard({ open, onInvite }: WaitingCardProps) {
  const { roomId, users, onLogin, game } = open;
  const taken = useRoom(game, ({ header }) => header.players.length);
  return (
    <Card framed className={styles.card}>
      <div className={styles.number}>
        <span>{t('number')}</span>
        <strong>{roomId}</strong>
        <IconButton icon="copy" label={t('copyNumber')} onClick={() => void copyNumber(roomId)} />
      </div>
      <div className={styles.seats}>
        <Seat side="red" user={users[0]} taken={taken > 0} />
        <span className={styles.versus}>{t('waiting.versus')}</span>
        <Seat side="blue" user={users[1]} taken={taken > 1} />
      </div>
      <TimeControlChoice game={game} />
      {onLogin ? (
        <Button tone="primary" wide icon="sign-in" onClick={onLogin}>
          {t('loginToJoin')}
        </Button>
      ) : (
        <Button tone="primary" wide icon="users-three" onClick={onInvite}>
          {t('invite.title')}
        </Button>
      )}
      <p className={styles.hint}>{t(onLogin ? 'waiting.watch' : 'waiting.share')}</p>
    </Card>
  );
}

/** The time control: the creator chooses it, other users only see it. */
function TimeControlChoice({ game }: { game: OnlineGame }) {
  const header = useRoom(game, ({ header: { createdBy, timeControl, kind } }) => ({
    createdBy,
    timeControl,
    kind,
  }));
  const options = POLICIES[header.kind].timeControls;
  const { timeControl } = header;
  const isPreset = options.some((one) => isSame(one, timeControl));
  if (timeControl && game.userId !== null && header.createdBy === game.userId && isPreset) {
    return <TimePicker current={timeControl} options={options} onChoose={game.commands.setTimeControl} />;
  }
  return (
    <p className={styles.time}>
      <Chip icon="timer">{timeText(timeControl)}</Chip>
      {timeControl && <span>{t('timeControlHint', { ...timeControl })}</span>}
    </p>
  );
}

function isSame(one: TimeControl, other: TimeControl | null): boolean {
  return one.initial === other?.initial && one.increment === other.increment;
}

interface TimePickerProps {
  current: TimeControl;
  options: readonly TimeControl[];
  /** Rejects when the server refuses. */
  onChoose: (control: TimeControl) => Promise<void>;
}

/** The creator's choice of the time control. */
export function TimePicker({ current, options, onChoose }: TimePickerProps) {
  // The choice is shown at once and restored after a refusal.
  const [chosen, setChosen] = useState<TimeControl | null>(null);
  const { initial } = chosen ?? current;
  const choose = async (control: TimeControl): Promise<void> => {
    if (chosen) return;
    setChosen(control);
    await attempt(onChoose(control), t('waiting.timeFailed'));
    setChosen(null);
  };
  return (
    <fieldset className={styles.picker} aria-busy={chosen !== null}>
      <legend>{t('waiting.time')}</legend>
      {options.map((control) => (
        <label key={control.initial}>
          <input
            type="radio"
            name="time-control"
            checked={control.initial === initial}
            onChange={() => void choose(control)}
          />
          <span>{t('timeControl', { ...control })}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Seat({ side, user, taken }: { side: 'red' | 'blue'; user: PublicUser | undefined; taken: boolean }) {
  return (
    <div className={styles.seat} data-side={side}>
      {taken ? (
        <Avatar file={user?.avatar} size={64} online />
      ) : (
        <span className={styles.vacant}>
          <Icon name="user-plus" />
        </span>
      )}
      <span className={styles.name} data-taken={taken} data-size={nameSize(user?.nickname ?? '')}>
        {user ? (
          <NameCard userId={user._id} nickname={user.nickname}>
            {user.nickname}
          </NameCard>
        ) : taken ? (
          tableText('bar.unknown')
        ) : (
          t('waiting.seatEmpty')
        )}
      </span>
      <span className={styles.side}>{t(side === 'red' ? 'waiting.first' : 'waiting.second')}</span>
    </div>
  );
}

const RULES = ['rat', 'lion', 'elephant', 'tiger'] as const;

/** The rules in four lines, shown until an opponent arrives. */
export function RulesCard() {
  return (
    <Card framed className={styles.rules}>
      <h2>
        <Icon name="scroll" />
        {t('waiting.rules')}
      </h2>
      <ul>
        {RULES.map((animal) => (
          <li key={animal}>
            <img src={FACES[animal]} alt="" width={44} height={44} />
            <span>{t(`waiting.rule.${animal}`)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
