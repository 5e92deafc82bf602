import type { PublicUser, StandingsRow, TournamentDetails } from '@doushouqi/protocol';
import type { Side } from '@doushouqi/rules';
import type { ReactNode } from 'react';
import { useSession } from '../../../client/session.ts';
import { useNow } from '../../../client/use-now.ts';
import { controlText } from '../../../shared/pairing/pools.ts';
import { progressOf } from '../../../shared/ratings/progress.ts';
import { countdownText } from '../../../shared/tournament/countdown.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { confirm } from '../../../ui/confirm-store.ts';
import { Emblem } from '../../../ui/Emblem.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Chip, Seal } from '../../../ui/Marks.tsx';
import { dueText } from '../due-text.ts';
import { TopTable } from '../TopTable.tsx';
import type { Entry } from '../use-entry.ts';
import styles from './OwnCard.module.css';
import { mayAskForBye, mayEnter, type OwnState, ownStateOf } from './state.ts';
import { t } from './texts.ts';
import { useRound } from './use-round.ts';

interface OwnCardProps {
  details: TournamentDetails;
  entry: Entry;
  /** Known rows of the standings. */
  rows: readonly StandingsRow[];
}

/** The viewer in a Swiss that runs or has ended; without entry the leaders' game. */
export function OwnCard({ details, entry, rows }: OwnCardProps) {
  const me = useSession((state) => state.user?._id ?? null);
  const cells = rows.find(({ user }) => user._id === me)?.cells;
  const now = useNow();
  const state = ownStateOf(details, cells, now);
  if (state.kind === 'outside')
    return (
      <>
        {state.mayJoin && <LateEntry details={details} entry={entry} />}
        <div className={styles.top}>
          <TopTable details={details} />
        </div>
      </>
    );
  if (state.kind === 'over') return details.own && <Over details={details} />;
  // A new round turns the card over.
  return (
    <Card
      key={`${details.round} ${state.kind}`}
      framed
      className={styles.card}
      role="region"
      aria-label={t('own.label')}
    >
      {state.kind === 'table' ? (
        <Table {...{ details, rows }} state={state} />
      ) : (
        <Words {...{ details, state, entry }} />
      )}
      <Actions {...{ details, entry }} cells={cells} hasGame={details.own?.game != null} />
    </Card>
  );
}

function LateEntry({ details, entry }: Pick<OwnCardProps, 'details' | 'entry'>) {
  const { round } = details;
  return (
    <Card className={styles.late} role="region" aria-label={t('own.joinTitle')}>
      <div>
        <h2>{t('own.joinTitle')}</h2>
        <p>{t('own.joinText', { count: round, next: round + 1 })}</p>
      </div>
      <Button tone="primary" busy={entry.busy === 'join'} onClick={entry.join}>
        {t('own.join')}
      </Button>
    </Card>
  );
}

function Over({ details: { own } }: Pick<OwnCardProps, 'details'>) {
  if (!own) return null;
  const { rank, points, wins, draws, losses } = own;
  return (
    <Card framed className={styles.card} role="region" aria-label={t('own.label')}>
      <h2 className={styles.title}>{t('own.rank', { rank })}</h2>
      <p className={styles.text}>{t('own.rankText', { points: points, wins, draws, losses })}</p>
    </Card>
  );
}

type TableState = Extract<OwnState, { kind: 'table' }>;

/** The own table with its seats: the loudest thing of the page. */
function Table({ details, rows, state }: Omit<OwnCardProps, 'entry'> & { state: TableState }) {
  const { game, due } = state;
  const me = useSession(({ user }) => user);
  const round = game.round ?? details.round;
  const pair = useRound(details, round).data?.pairs.find(({ gameId }) => gameId === game.gameId);
  const users: Record<Side, PublicUser | null> = {
    red: game.color === 'red' ? me : game.opponent,
    blue: game.color === 'blue' ? me : game.opponent,
  };
  const points = { red: pair?.redPoints, blue: pair?.bluePoints };
  return (
    <>
      <header className={styles.head}>
        <h2>{pair ? t('own.table', { round, table: pair.table }) : t('own.round', { round })}</h2>
        <Chip tone={due ? 'gold' : 'jade'} icon={due ? 'hourglass-medium' : 'eye'}>
          {due ? dueText(due, game.color) : t('own.playing')}
        </Chip>
      </header>
      <div className={styles.seats}>
        <Seat side="red" user={users.red} isMe={game.color === 'red'} points={points.red} rows={rows} />
        <span className={styles.versus}>
          <i aria-hidden="true">对</i>
          <small>{controlText(details.timeControl)}</small>
        </span>
        <Seat side="blue" user={users.blue} isMe={game.color === 'blue'} points={points.blue} rows={rows} />
      </div>
      <ButtonLink tone="primary" wide icon="door" to={`/play/room/${game.roomId}`} className={styles.go}>
        {t(due ? 'own.go' : 'own.back')}
      </ButtonLink>
      {due && <p className={styles.absent}>{t('own.absent')}</p>}
    </>
  );
}

interface SeatProps {
  side: Side;
  user: PublicUser | null;
  isMe: boolean;
  points: number | undefined;
  rows: readonly StandingsRow[];
}

function Seat({ side, user, isMe, points, rows }: SeatProps) {
  const rating = rows.find((row) => row.user._id === user?._id)?.rating;
  return (
    <div className={styles.seat} data-side={side}>
      <span className={styles.face}>
        <Avatar file={user?.avatar} size={56} />
        <Seal tone={side}>{t(`pairs.${side}`)}</Seal>
      </span>
      <span className={styles.who}>
        <strong title={user?.nickname}>{user?.nickname}</strong>
        {isMe && <Chip className={styles.me}>{t('own.me')}</Chip>}
      </span>
      <small>
        {rating !== undefined && (
          <>
            <Emblem level={progressOf(rating).order} size={22} />
            {rating}
          </>
        )}
        {points !== undefined && <span>{t('own.points', { points: points })}</span>}
      </small>
    </div>
  );
}

type SilentState = Exclude<OwnState, { kind: 'table' | 'outside' | 'over' }>;

function wordsOf(
  state: SilentState,
  { games, round, rounds }: TournamentDetails,
): { title: string; text: string } {
  switch (state.kind) {
    case 'pairing':
      return { title: t('own.pairing'), text: t('own.pairingText') };
    case 'awaited':
      return { title: t('own.awaited', { round: state.round }), text: t('own.awaitedText') };
    case 'bye':
      return { title: t('own.bye'), text: t('own.byeText', { points: state.points }) };
    case 'done':
      return {
        title: t('own.done', { result: t(`cell.${state.cell}.mark`) }),
        text:
          round < (rounds ?? 0)
            ? t('own.doneText', { count: games, next: round + 1 })
            : t('own.lastText', { count: games }),
      };
    case 'break':
      return state.hasBye
        ? { title: t('own.away'), text: t('own.awayText', { round: state.next }) }
        : {
            title: t('own.break', { round: state.next }),
            text: t('own.breakText', { time: countdownText(state.left) }),
          };
    case 'left':
      return { title: t('own.left'), text: t('own.leftText') };
    case 'removed':
      return { title: t('own.removed'), text: t('own.removedText') };
  }
}

interface WordsProps extends Pick<OwnCardProps, 'details' | 'entry'> {
  state: SilentState;
}

function Words({ details, state, entry }: WordsProps) {
  const { own } = details;
  const { title, text } = wordsOf(state, details);
  const isIn = state.kind !== 'left' && state.kind !== 'removed';
  return (
    <>
      <div className={styles.head} role="status">
        <h2>{title}</h2>
        {own && isIn && <Chip tone="gold">{t('own.summary', { rank: own.rank, points: own.points })}</Chip>}
      </div>
      <p className={styles.text}>{text}</p>
      {isIn && own?.hasBye && state.kind !== 'break' && (
        <p className={styles.text}>
          <Icon name="pause" /> {t('own.away')}
        </p>
      )}
      {state.kind === 'left' && state.mayReturn && (
        <Button tone="primary" wide busy={entry.busy === 'join'} className={styles.go} onClick={entry.join}>
          {t('own.return')}
        </Button>
      )}
    </>
  );
}

interface ActionsProps extends Pick<OwnCardProps, 'details' | 'entry'> {
  cells: StandingsRow['cells'];
  hasGame: boolean;
}

/** Asking for a bye, and withdrawal. */
function Actions({ details, entry, cells, hasGame }: ActionsProps): ReactNode {
  if (details.own?.status !== 'active') return null;
  const askBye = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('own.askByeTitle', { round: details.round + 1 }),
      message: t('own.askByeText'),
      confirmText: t('own.askByeConfirm'),
      type: 'info',
    });
    if (isSure) entry.pause();
  };
  const leave = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('own.leaveTitle'),
      message: [
        t('own.leaveText'),
        ...(hasGame ? [t('own.leaveGame')] : []),
        ...(mayEnter(details) ? [] : [t('own.leaveClosed')]),
      ].join(''),
      confirmText: t('own.leave'),
      cancelText: t('own.stay'),
      type: 'warning',
    });
    if (isSure) entry.leave();
  };
  return (
    <footer className={styles.actions}>
      {mayAskForBye(details, cells) && (
        <Button small tone="quiet" icon="pause" busy={entry.busy === 'pause'} onClick={() => void askBye()}>
          {t('own.askBye')}
        </Button>
      )}
      <Button small tone="quiet" busy={entry.busy === 'leave'} onClick={() => void leave()}>
        {t('own.leave')}
      </Button>
    </footer>
  );
}
