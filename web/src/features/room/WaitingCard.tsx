import { type ChosenColor, POLICIES, type PublicUser, type TimeControl } from '@doushouqi/protocol';
import { turnOf } from '@doushouqi/room';
import { SIDES } from '@doushouqi/rules';
import { Fragment, useState } from 'react';
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
import { choicesText, timeText } from './choice-texts.ts';
import { copyNumber } from './InviteDialog.tsx';
import type { OnlineGame } from './online/online-game.ts';
import { t } from './texts.ts';
import { type OpenRoom, useRoom } from './use-open-room.ts';
import styles from './WaitingCard.module.css';

interface WaitingCardProps {
  open: OpenRoom;
  onInvite: () => void;
}

/** Covers the faded board until the second player takes a seat. */
export function WaitingCard({ open, onInvite }: WaitingCardProps) {
  const { roomId, users, onLogin, game } = open;
  const header = useRoom(game, ({ header: { players, table } }) => ({ players, table }));
  const first = useRoom(game, turnOf);
  const color = header.table?.color ?? 'red';
  // Before the game the creator has the first seat, whatever the color.
  const seats = color === 'blue' ? ([1, 0] as const) : ([0, 1] as const);
  return (
    <Card framed className={styles.card}>
      <div className={styles.number}>
        <span>{t('number')}</span>
        <strong>{roomId}</strong>
        <IconButton icon="copy" label={t('copyNumber')} onClick={() => void copyNumber(roomId)} />
      </div>
      <div className={styles.seats}>
        {SIDES.map((side, index) => (
          <Fragment key={side}>
            {index > 0 && <span className={styles.versus}>{t('waiting.versus')}</span>}
            <Seat
              side={color === 'random' ? 'random' : side}
              isFirst={side === first}
              user={users[seats[index]!]}
              taken={header.players.length > seats[index]!}
            />
          </Fragment>
        ))}
      </div>
      <TimeControlChoice game={game} />
      {header.table && <p className={styles.choices}>{choicesText(header.table)}</p>}
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

interface SeatProps {
  side: ChosenColor;
  /** The side moves first. */
  isFirst: boolean;
  user: PublicUser | undefined;
  taken: boolean;
}

function Seat({ side, isFirst, user, taken }: SeatProps) {
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
      <span className={styles.side}>
        {t(isFirst && side !== 'random' ? `waiting.first.${side}` : `waiting.side.${side}`)}
      </span>
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
