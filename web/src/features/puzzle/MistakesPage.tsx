import { positionOf } from '@doushouqi/rules';
import { Link } from 'react-router-dom';
import { session, useIsMember, useSession } from '../../client/session.ts';
import { serverNow } from '../../client/time.ts';
import { Thumbnail } from '../../shared/table/Thumbnail.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { dayText } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { startOf } from './line.ts';
import { MemberLine } from './MemberLine.tsx';
import { FailedNote, PlainPage } from './Missing.tsx';
import styles from './MistakesPage.module.css';
import { useMistakes } from './queries.ts';
import { t } from './texts.ts';
import { sideName } from './words.ts';

const PAGE = { tab: 'mistakes', title: t('mistakes.title') } as const;
type Mistake = NonNullable<ReturnType<typeof useMistakes>['data']>[number];

const DAY_MS = 86_400_000;

/** `今天`, `明天`, `11月19日`, by days of this device. */
function nearDay(at: number, now: number): string {
  const days = Math.round((new Date(at).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / DAY_MS);
  if (days === 0) return t('mistakes.today');
  if (days === 1) return t('mistakes.tomorrow');
  return days === -1 ? t('mistakes.yesterday') : dayText(at, now);
}

/** The user's missed puzzles, those that are due first. */
export default function MistakesPage() {
  const isKnown = useSession(({ user }) => user !== null);
  return <PlainPage {...PAGE}>{isKnown ? <Mistakes /> : <Visitor />}</PlainPage>;
}

function Visitor() {
  return (
    <EmptyState
      animal="cat"
      title={t('mistakes.visitor')}
      text={t('mistakes.visitorText')}
      action={
        <Button
          tone="primary"
          icon="sign-in"
          onClick={() => session.requestLogin('/puzzle/mistakes', { why: 'puzzle' })}
        >
          {t('member.logIn')}
        </Button>
      }
    />
  );
}

function Mistakes() {
  const { data, error, fetchStatus, refetch } = useMistakes();
  const isMember = useIsMember();
  if (!data) {
    if (error || fetchStatus === 'paused') return <FailedNote onRetry={refetch} />;
    return <Skeleton className={styles.skeleton} />;
  }
  if (data.length === 0) return <NoMistakes />;
  const now = serverNow();
  const due = data.filter(({ dueAt }) => dueAt <= now).length;
  return (
    <>
      <Card framed className={styles.lead}>
        <div>
          <h2>{due > 0 ? t('mistakes.due', { count: due }) : t('mistakes.notDue')}</h2>
          <p>{t('mistakes.lead')}</p>
        </div>
        <ButtonLink
          {...(due > 0 && { tone: 'primary' as const })}
          to={`/puzzle/mistakes/${data[0]!.puzzle.id}`}
        >
          {t(due > 0 ? 'mistakes.start' : 'mistakes.startAnyway')}
        </ButtonLink>
      </Card>
      {!isMember && <MemberLine />}
      <ul className={styles.list}>
        {data.map((mistake) => (
          <li key={mistake.puzzle.id}>
            <MistakeRow mistake={mistake} now={now} />
          </li>
        ))}
      </ul>
    </>
  );
}

function MistakeRow({ mistake: { puzzle, dueAt, missedAt }, now }: { mistake: Mistake; now: number }) {
  const isDue = dueAt <= now;
  const motifs = puzzle.motifs.map((motif) => t(`motif.${motif}`)).join(t('join'));
  const label = t('mistakes.board', { side: sideName(puzzle.side) });
  return (
    <Link to={`/puzzle/mistakes/${puzzle.id}`} className={styles.row} data-due={isDue}>
      <span className={styles.board}>
        <Thumbnail position={positionOf(startOf(puzzle))} flipped={puzzle.side === 'blue'} label={label} />
      </span>
      <span className={styles.words}>
        <b>{isDue ? t('mistakes.dueNow') : t('mistakes.dueOn', { day: nearDay(dueAt, now) })}</b>
        <span>{motifs}</span>
        <small>{t('mistakes.missed', { day: nearDay(missedAt, now) })}</small>
      </span>
      <Icon name="caret-right" />
    </Link>
  );
}

function NoMistakes() {
  return (
    <EmptyState
      animal="dog"
      title={t('mistakes.empty')}
      text={t('mistakes.emptyText')}
      action={
        <ButtonLink tone="primary" to="/puzzle">
          {t('mistakes.toPuzzles')}
        </ButtonLink>
      }
    />
  );
}
