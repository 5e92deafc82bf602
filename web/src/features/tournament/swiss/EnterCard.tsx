import { TOURNAMENT_PLAYERS, type TournamentDetails } from '@doushouqi/protocol';
import type { ReactNode } from 'react';
import { useIsMember, useSession } from '../../../client/session.ts';
import { useNow } from '../../../client/use-now.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { confirm } from '../../../ui/confirm-store.ts';
import { timeText } from '../../../ui/format.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { levelName } from '../../../ui/level.ts';
import { isInRange, useOwnLevel } from '../own-level.ts';
import { TournamentIcon } from '../TournamentIcon.tsx';
import type { Entry } from '../use-entry.ts';
import { rangeText } from './Conditions.tsx';
import styles from './EnterCard.module.css';
import { t } from './texts.ts';

interface EnterProps {
  details: TournamentDetails;
  entry: Entry;
}

/** What the viewer may do before the start. */
type Step = 'settled' | 'visitor' | 'outside' | 'range' | 'entered' | 'checkIn' | 'checkedIn';

function stepOf(
  { own, levels, startsAt, checkInAt }: TournamentDetails,
  viewer: { isMember: boolean; level: number | undefined },
  now: number,
): Step {
  if (now >= startsAt) return 'settled';
  if (own === null || own.status !== 'active') {
    if (!viewer.isMember) return 'visitor';
    return isInRange(levels, viewer.level) ? 'outside' : 'range';
  }
  if (checkInAt === null || now < checkInAt) return 'entered';
  return own.isCheckedIn ? 'checkedIn' : 'checkIn';
}

interface Words {
  title: string;
  text: string;
}

function wordsOf(
  step: Step,
  { levels, startsAt, checkInAt, kind }: TournamentDetails,
  level: number | undefined,
): Words {
  switch (step) {
    case 'settled':
      return { title: t('enter.settled'), text: t('enter.settledText') };
    case 'visitor':
      return { title: t('enter.visitor'), text: t('enter.visitorText') };
    case 'range':
      return {
        title: t('enter.range', { range: rangeText(levels!) }),
        text: t('enter.rangeText', { level: levelName(level ?? null) }),
      };
    case 'outside':
      return {
        title: t('enter.open', { count: TOURNAMENT_PLAYERS[kind] }),
        text: t(checkInAt === null ? 'enter.openText' : 'enter.openCheckIn'),
      };
    case 'entered':
      return {
        title: t('enter.entered'),
        text:
          checkInAt === null
            ? t('enter.enteredText', { time: timeText(startsAt) })
            : t('enter.enteredCheckIn', { time: timeText(checkInAt) }),
      };
    case 'checkIn':
      return { title: t('enter.checkInTitle'), text: t('enter.checkInText', { time: timeText(startsAt) }) };
    case 'checkedIn':
      return { title: t('enter.checkedIn'), text: t('enter.checkedInText', { time: timeText(startsAt) }) };
  }
}

/** The viewer's entry before the start: a card, on phones a footer. */
export function EnterCard({ details, entry }: EnterProps) {
  const { own } = details;
  const isMember = useIsMember();
  const level = useOwnLevel();
  const avatar = useSession(({ user }) => user?.avatar);
  const step = stepOf(details, { isMember, level }, useNow());
  const { title, text } = wordsOf(step, details, level);
  const isIn = step === 'entered' || step === 'checkIn' || step === 'checkedIn';
  return (
    <Card framed className={styles.card} role="region" aria-label={title} data-step={step}>
      <div className={styles.head}>
        {isIn && <Avatar file={avatar} size={56} online />}
        <div role="status">
          <h2>{title}</h2>
          <p>{isIn && own && step === 'checkIn' ? t('enter.seed', { seed: own.rank }) : text}</p>
        </div>
      </div>
      <div className={styles.actions}>
        <MainButton step={step} entry={entry} />
        {isIn && <Cancel entry={entry} />}
      </div>
      {step === 'checkIn' && <p className={styles.text}>{text}</p>}
    </Card>
  );
}

function MainButton({ step, entry }: { step: Step; entry: Entry }): ReactNode {
  switch (step) {
    case 'visitor':
    case 'outside':
      return (
        <Button tone="primary" wide busy={entry.busy === 'join'} onClick={entry.join}>
          {t('enter.enter')}
        </Button>
      );
    case 'range':
      return (
        <Button wide disabled>
          {t('enter.enter')}
        </Button>
      );
    case 'checkIn':
      return (
        <Button tone="primary" wide busy={entry.busy === 'checkIn'} onClick={entry.checkIn}>
          <TournamentIcon name="hand-palm" />
          {t('enter.checkIn')}
        </Button>
      );
    case 'entered':
    case 'checkedIn':
      return (
        <span className={styles.done}>
          <Icon name="check" />
          {t(step === 'entered' ? 'enter.entered' : 'enter.checkedIn')}
        </span>
      );
    case 'settled':
      return null;
  }
}

function Cancel({ entry }: { entry: Entry }) {
  const cancel = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('enter.cancelTitle'),
      message: t('enter.cancelText'),
      confirmText: t('enter.cancel'),
      cancelText: t('own.stay'),
      type: 'warning',
    });
    if (isSure) entry.leave();
  };
  return (
    <Button
      tone="quiet"
      className={styles.cancel}
      busy={entry.busy === 'leave'}
      onClick={() => void cancel()}
    >
      {t('enter.cancel')}
    </Button>
  );
}
