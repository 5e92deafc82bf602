import type { PublicUser, RecordTotals } from '@doushouqi/protocol';
import { Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { session, useIsMember } from '../../client/session.ts';
import { usePeople, useRelation } from '../../shared/people/use-people.ts';
import { progressOf } from '../../shared/ratings/progress.ts';
import { t } from '../../shared/ratings/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm-store.ts';
import { FACES } from '../../ui/faces.ts';
import { signed } from '../../ui/format.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { levelName, levelParts } from '../../ui/level.ts';
import { t as uiText } from '../../ui/texts.ts';
import { toast } from '../../ui/toast-store.ts';
import styles from './parts.module.css';
import { t as playersText } from './texts.ts';

/** `2026 年第 4 季`. Pure. @param id `2026-4` */
export function seasonName(id: string): string {
  const [year = '', number = ''] = id.split('-');
  return t('season', { year, number });
}

/** Adds totals. Pure. */
export function sumOf(totals: readonly RecordTotals[]): RecordTotals {
  const sum = (key: keyof RecordTotals) => totals.reduce((all, one) => all + one[key], 0);
  return { games: sum('games'), wins: sum('wins'), losses: sum('losses'), draws: sum('draws') };
}

/** Rating change of the last seven days; empty without games. */
export function Week({ change }: { change: number | null }) {
  if (change === null) return null;
  return (
    <span className={styles.week} data-way={Math.sign(change)} title={playersText('week')}>
      <span className="visually-hidden">{playersText('week')} </span>
      {signed(change)}
    </span>
  );
}

interface LevelBarProps {
  rating: number;
  /** Shows the bounds of the level below the bar. */
  ends?: boolean;
}

/** Distance to the next level. */
export function LevelBar({ rating, ends = true }: LevelBarProps) {
  const { order, from, to, share } = progressOf(rating);
  const text =
    to === null ? t('progress.top') : t('progress.left', { left: to - rating, level: levelName(order + 1) });
  return (
    <div className={styles.level}>
      <div
        role="progressbar"
        aria-label={t('progress.label')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(100 * share)}
        aria-valuetext={text}
        className={styles.bar}
      >
        <i style={{ width: `${100 * share}%` }} />
      </div>
      <p className={styles.ends} aria-hidden="true">
        {ends && <span>{from}</span>}
        <span className={styles.left}>{text}</span>
        {ends && to !== null && <span>{to}</span>}
      </p>
    </div>
  );
}

interface AnimalsProps {
  /** Number of ranked players per animal, rat first. */
  counts: readonly number[];
  /** Rating of the viewer; null without one. */
  own: number | null;
}

/** Levels of an animal. */
const STEPS = 3;

/** Distribution of levels: a bar per animal, the viewer's in gold. */
export function Animals({ counts, own }: AnimalsProps) {
  const most = Math.max(1, ...counts);
  const mine = own === null ? null : levelParts(progressOf(own).order).animal;
  return (
    <Card role="region" aria-label={playersText('ladder.animals')} className={styles.card}>
      <h2>{playersText('ladder.animals')}</h2>
      <ul className={styles.bars}>
        {counts.map((count, n) => {
          const { animal } = levelParts(n * STEPS + 1);
          const words = { animal: uiText(`animal.${animal}`), count };
          return (
            <li key={animal} aria-current={animal === mine || undefined}>
              <span className="visually-hidden">
                {playersText('ladder.animal', words)}
                {animal === mine && ` · ${playersText('ladder.mine')}`}
              </span>
              <span aria-hidden="true">{count}</span>
              <i style={{ height: `${4 + (60 * count) / most}px` }} />
              <img src={FACES[animal]} alt="" width={28} height={28} loading="lazy" />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

const ChallengeDialog = lazyPart(() => import('../../shared/pairing/ChallengeDialog.tsx'));

interface ChallengeButtonProps {
  user: Pick<PublicUser, '_id' | 'nickname'>;
  /** Whether it is the main action of the page. */
  primary?: boolean;
}

/** Challenges a friend; for another user it offers a friend request first, as only friends can be challenged. */
export function ChallengeButton({ user, primary = false }: ChallengeButtonProps) {
  const { pathname } = useLocation();
  const isMember = useIsMember();
  const relation = useRelation(user._id);
  const { busy, add, answer } = usePeople();
  const [open, setOpen] = useState(false);
  const words = { name: user.nickname };
  const befriend = async (): Promise<void> => {
    const agreed = await confirm({
      title: playersText('challenge.first'),
      message: playersText(relation === 'asking' ? 'challenge.accept' : 'challenge.ask', words),
      confirmText: playersText(relation === 'asking' ? 'challenge.acceptIt' : 'challenge.askIt'),
      type: 'info',
    });
    if (agreed) await (relation === 'asking' ? answer(user, true) : add(user));
  };
  const press = (): void => {
    if (!isMember) session.requestLogin(pathname, { why: 'challenge' });
    else if (relation === 'friend') setOpen(true);
    else if (relation === 'asked') toast.info(playersText('challenge.waiting', words));
    else void befriend();
  };
  if (isMember && (relation === null || relation === 'self')) return null;
  return (
    <>
      <Button
        small
        busy={busy}
        aria-label={playersText('challenge.labelFor', words)}
        onClick={press}
        {...(primary && { tone: 'primary' })}
      >
        {playersText('challenge.label')}
      </Button>
      <Suspense>{open && <ChallengeDialog open to={user} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
