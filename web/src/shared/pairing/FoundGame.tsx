import {
  FIRST_MOVE_TIME,
  type PublicUser,
  RATING_DEFS,
  type TimeClass,
  timeClassOf,
} from '@doushouqi/protocol';
import { useEffect } from 'react';
import { useSession } from '../../client/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { Emblem } from '../../ui/Emblem.tsx';
import { levelName } from '../../ui/level.ts';
import { BotChip, Chip, GuestChip } from '../../ui/Marks.tsx';
import { useVersus } from '../ratings/player-queries.ts';
import { mainClass, shownLevel, useRatings } from '../ratings/queries.ts';
import styles from './FoundGame.module.css';
import { controlText } from './pools.ts';
import { markSeen } from './search.ts';
import type { Found } from './search-state.ts';
import { t } from './texts.ts';

/** Milliseconds until the dialog closes by itself, so that it does not cover the board for long. */
const SHOWN = 3_000;

/** Shows the opponent over the new room for a moment. */
export default function FoundGame({ found }: { found: Found }) {
  const me = useSession(({ user }) => user);
  useEffect(() => {
    const timer = setTimeout(markSeen, SHOWN);
    return () => clearTimeout(timer);
  }, []);
  if (!me) return null;
  const { opponent, color, pool } = found;
  const [red, blue] = color === 'red' ? [me, opponent] : [opponent, me];
  return (
    <Dialog open onClose={markSeen} className={styles.dialog}>
      <DialogTitle className={styles.title}>{t('found.title')}</DialogTitle>
      <div className={styles.table}>
        <Person side="red" user={red} isMe={red === me} found={found} />
        <div className={styles.middle}>
          <span className={styles.stamp} aria-hidden="true">
            {t('found.stamp')}
          </span>
          {pool && (
            <p className={styles.pool}>
              {controlText(pool)} · {t(`kind.${pool.rated ? 'rated' : 'casual'}`)}
            </p>
          )}
          <FirstMoveTime />
          <p className={styles.first} data-mine={color === 'red'}>
            {t(`found.first.${color}`)}
          </p>
        </div>
        <Person side="blue" user={blue} isMe={blue === me} found={found} />
      </div>
      <div className={styles.foot}>
        <p>{t('found.rule', { seconds: FIRST_MOVE_TIME / 1000 })}</p>
        <Met me={me._id} userId={opponent._id} />
        <Button tone="primary" onClick={markSeen}>
          {t('found.seat')}
        </Button>
      </div>
    </Dialog>
  );
}

interface PersonProps {
  side: 'red' | 'blue';
  user: PublicUser;
  isMe: boolean;
  found: Found;
}

function Person({ side, user, isMe, found }: PersonProps) {
  return (
    <div className={styles.person} data-side={side}>
      <span className={styles.face}>
        <Avatar file={user.avatar} size={88} />
        <b aria-hidden="true">{t(`found.${side}`)}</b>
      </span>
      <strong className={styles.name}>
        {user.nickname} {isMe && <Chip>{t('found.me')}</Chip>}
        <BotChip avatar={user.avatar} />
        <GuestChip isGuest={user.isGuest} />
      </strong>
      <RatingLine userId={user._id} timeClass={found.pool ? timeClassOf(found.pool) : null} />
    </div>
  );
}

/** The time for the first move, shown once the dialog is closed. */
function FirstMoveTime() {
  return (
    <p className={styles.ring}>
      <b>{FIRST_MOVE_TIME / 1000}</b>
      {t('found.seconds')}
    </p>
  );
}

/** The players' results against each other; hidden for a first game and while loading. */
function Met({ me, userId }: { me: string; userId: string }) {
  const { data } = useVersus(me, userId);
  if (!data || data.games === 0) return null;
  return <p className={styles.met}>{t('found.met', { ...data })}</p>;
}

interface RatingLineProps {
  userId: string;
  /** Null: the time class with more games. */
  timeClass: TimeClass | null;
}

/** Level and rating of a user; the space stays empty while they load. */
function RatingLine({ userId, timeClass }: RatingLineProps) {
  const { data } = useRatings(userId);
  if (!data) return <span className={styles.line} />;
  const shown = timeClass ?? mainClass(data);
  const level = shownLevel(data[shown]);
  return (
    <span className={styles.line}>
      <Emblem level={level} size={40} named />
      <span>
        <b>{levelName(level)}</b>
        <small className="tabular">
          {RATING_DEFS[shown].name}
          {level !== null && ` ${data[shown].rating}`}
        </small>
      </span>
    </span>
  );
}
