import { type ChosenColor, POLICIES, type PublicUser, type TimeControl } from '@doushouqi/protocol';
import { turnOf } from '@doushouqi/room';
import { SIDES } from '@doushouqi/rules';
import { Fragment, Suspense, useEffect, useState } from 'react';
import { attempt } from '../../client/attempt.ts';
import { NameCard } from '../../shared/people/NameCard.tsx';
import { RoomChips } from '../../shared/rooms/RoomChips.tsx';
import { nameSize } from '../../shared/table/name-size.ts';
import { t as tableText } from '../../shared/table/texts.ts';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { OnlineGame } from './online/online-game.ts';
import { canShare, copyLink, copyNumber, shareLink } from './share-room.ts';
import { t } from './texts.ts';
import { type OpenRoom, useRoom } from './use-open-room.ts';
import styles from './WaitingCard.module.css';
import { t as waitingText } from './waiting-texts.ts';

const ShareDialog = lazyPart(() => import('./ShareDialog.tsx'));

interface WaitingCardProps {
  open: OpenRoom;
  onInvite: () => void;
}

/** Covers the faded board until the second player takes a seat. */
export function WaitingCard({ open, onInvite }: WaitingCardProps) {
  const { roomId, users, onLogin, game } = open;
  const header = useRoom(game, ({ header: { players, table, daysPerMove } }) => ({
    players,
    table,
    daysPerMove,
  }));
  const first = useRoom(game, turnOf);
  const color = header.table?.color ?? 'red';
  // Before the game the creator has the first seat, whatever the color.
  const seats = color === 'blue' ? ([1, 0] as const) : ([0, 1] as const);
  const hint = header.daysPerMove === null ? t('invite.hint') : waitingText('waiting.free');
  return (
    <Card framed className={styles.card}>
      <div className={styles.number}>
        <span>{t('number')}</span>
        <strong data-long={roomId.length > 8}>{roomId}</strong>
        <IconButton icon="copy" label={t('copyNumber')} onClick={() => void copyNumber(roomId)} />
        <Share roomId={roomId} />
      </div>
      <LinkRow roomId={roomId} />
      <div className={styles.seats}>
        {SIDES.map((side, index) => (
          <Fragment key={side}>
            {index > 0 && <span className={styles.versus}>{waitingText('waiting.versus')}</span>}
            <Seat
              side={color === 'random' ? 'random' : side}
              isFirst={side === first}
              user={users[seats[index]!]}
              taken={header.players.length > seats[index]!}
            />
          </Fragment>
        ))}
      </div>
      <Rules game={game} />
      {onLogin ? (
        <Button tone="primary" wide onClick={onLogin}>
          {waitingText('free.enter')}
        </Button>
      ) : (
        <Button tone="primary" wide icon="users-three" onClick={onInvite}>
          {t('invite.title')}
        </Button>
      )}
      <p className={styles.hint}>{onLogin ? waitingText('waiting.watch') : hint}</p>
    </Card>
  );
}

/** Opens the share sheet of the system; where there is none, a card with the link and its code. */
function Share({ roomId }: { roomId: string }) {
  const [isOpen, setOpen] = useState(false);
  const share = (): void => (canShare() ? shareLink(roomId) : setOpen(true));
  return (
    <>
      <IconButton icon="share-network" label={t('invite.share')} onClick={share} />
      {isOpen && (
        <Suspense fallback={null}>
          <ShareDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Milliseconds for which the button confirms the copy. */
const CONFIRMED = 2_000;

function LinkRow({ roomId }: { roomId: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMED);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <div className={styles.link}>
      <Icon name="link" />
      <span>…/play/room/{roomId}</span>
      <Button small onClick={() => void copyLink().then(setCopied)}>
        {t(isCopied ? 'invite.copied' : 'invite.copy')}
      </Button>
    </div>
  );
}

/** The rules of the room. The creator of a room without own rules may still choose the clock. */
function Rules({ game }: { game: OnlineGame }) {
  const header = useRoom(game, ({ header: { createdBy, timeControl, daysPerMove, kind, table } }) => ({
    createdBy,
    timeControl,
    daysPerMove,
    kind,
    table,
  }));
  const { timeControl, daysPerMove, table } = header;
  const isCreator = game.userId !== null && header.createdBy === game.userId;
  if (timeControl && isCreator && table === null) {
    const { timeControls } = POLICIES[header.kind];
    return (
      <TimePicker current={timeControl} options={timeControls} onChoose={game.commands.setTimeControl} />
    );
  }
  return (
    <div className={styles.rules}>
      <RoomChips {...{ timeControl, daysPerMove, table }} />
    </div>
  );
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
    await attempt(onChoose(control), waitingText('waiting.timeFailed'));
    setChosen(null);
  };
  return (
    <fieldset className={styles.picker} aria-busy={chosen !== null}>
      <legend>{waitingText('waiting.time')}</legend>
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
  const size = useTableLayout() === 'phone' ? 38 : 56;
  return (
    <div className={styles.seat} data-side={side}>
      {taken ? (
        <Avatar file={user?.avatar} size={size} online />
      ) : (
        <span className={styles.vacant}>
          <Icon name="user-plus" />
        </span>
      )}
      <span className={styles.who}>
        <span className={styles.name} data-taken={taken} data-size={nameSize(user?.nickname ?? '')}>
          {user ? (
            <NameCard userId={user._id} nickname={user.nickname}>
              {user.nickname}
            </NameCard>
          ) : taken ? (
            tableText('bar.unknown')
          ) : (
            waitingText('waiting.seatEmpty')
          )}
        </span>
        <span className={styles.side}>
          {waitingText(isFirst && side !== 'random' ? `waiting.first.${side}` : `waiting.side.${side}`)}
        </span>
      </span>
    </div>
  );
}
