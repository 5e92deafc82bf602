import type { OwnReport } from '@doushouqi/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { api } from '../../client/api.ts';
import { letterPath, type OwnLetter } from '../../client/sanctions.ts';
import { useIsMember } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { LetterSeal } from '../../shared/letters/Letter.tsx';
import { isStopping, titleText, whenText } from '../../shared/letters/letter-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { Away, Loading } from './LetterStates.tsx';
import styles from './Letters.module.css';
import { t } from './texts.ts';
import { useLetters, useLetterTime } from './use-letters.ts';

/** What became of the reports of the user; guests make none. */
function useOwnReports() {
  return useQuery({
    queryKey: ['own-reports'],
    queryFn: () => api.listOwnReports(),
    enabled: useIsMember(),
    retry: false,
  });
}

/** Rating points that came back to the user. */
function useReturns() {
  return useQuery({
    queryKey: ['returned-points'],
    queryFn: () => api.listReturns(),
    enabled: useIsMember(),
    retry: false,
  });
}

/** The letters of the operators, and what became of the user's reports. */
export default function LettersPage() {
  const query = useLetters();
  const reports = useOwnReports();
  const returns = useReturns();
  const now = useLetterTime();
  const { letters, isAway } = query;
  const isEmpty =
    letters?.length === 0 &&
    !reports.isLoading &&
    !reports.isError &&
    !reports.data?.length &&
    !returns.data?.length;
  return (
    <>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <PageHeader back="/settings" backLabel={t('toSettings')} title={t('title')} />
      <main className={styles.main}>
        {isEmpty ? (
          <EmptyState animal="cat" title={t('empty')} text={t('emptyText')} />
        ) : letters ? (
          <Letters letters={letters} now={now} />
        ) : isAway ? (
          <Away query={query} />
        ) : (
          <Loading />
        )}
        {reports.data && reports.data.length > 0 && <Reports reports={reports.data} now={now} />}
        {returns.data && returns.data.length > 0 && <Returns returns={returns.data} now={now} />}
        {reports.isError && (
          <p className={styles.away} role="status">
            {t('reportsFailed')}
            <Button small onClick={() => void reports.refetch()}>
              {t('retry')}
            </Button>
          </p>
        )}
      </main>
    </>
  );
}

interface LettersProps {
  letters: readonly OwnLetter[];
  /** Server time, epoch ms. */
  now: number;
}

function Letters({ letters, now }: LettersProps) {
  if (letters.length === 0) return null;
  return (
    <Card className={styles.list} role="region" aria-label={t('letters')}>
      <ul>
        {letters.map((letter) => (
          <li key={letter.id}>
            <Link to={letterPath(letter)} className={styles.row} data-unread={!letter.isSeen}>
              <LetterSeal kind={letter.kind} />
              <span className={styles.words}>
                <b>{titleText(letter)}</b>
                <span>{letter.text}</span>
                <small>{whenText(letter.from, now)}</small>
              </span>
              <Mark letter={letter} now={now} />
              <Icon name="caret-right" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The state of a letter in a word, if there is something to know. */
function Mark({ letter, now }: { letter: OwnLetter; now: number }) {
  if (!letter.isSeen) return <Chip tone="gold">{t('unread')}</Chip>;
  if (letter.appeal?.answer === null) return <Chip>{t('appealed')}</Chip>;
  return isStopping(letter, now) && <Chip tone="red">{t('lasting')}</Chip>;
}

/** The user's reports. An outcome counts as read here. */
function Reports({ reports, now }: { reports: readonly OwnReport[]; now: number }) {
  const hasNews = reports.some(({ isSeen }) => !isSeen);
  useEffect(() => {
    // After a failure the outcome stays unread.
    if (hasNews) api.readOwnReports().catch(() => undefined);
  }, [hasNews]);
  return (
    <Card className={styles.list} role="region" aria-labelledby="own-reports">
      <h2 id="own-reports">{t('reports')}</h2>
      <ul>
        {reports.map(({ id, kind, nickname, at, state, closedAt, isSeen }) => (
          <li key={id} className={styles.row} data-unread={!isSeen}>
            <Icon name="flag" />
            <span className={styles.words}>
              <b>{t(`report.${kind}`, { name: nickname })}</b>
              <span>{t(`state.${state}`)}</span>
              <small>{whenText(closedAt ?? at, now)}</small>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface ReturnsProps {
  returns: readonly { at: number; points: number; isSeen: boolean }[];
  now: number;
}

/** Points that came back. They count as read here. */
function Returns({ returns, now }: ReturnsProps) {
  const hasNews = returns.some(({ isSeen }) => !isSeen);
  useEffect(() => {
    // After a failure they stay unread.
    if (hasNews) api.readReturns().catch(() => undefined);
  }, [hasNews]);
  return (
    <Card className={styles.list} role="region" aria-labelledby="returned-points">
      <h2 id="returned-points">{t('returns')}</h2>
      <ul>
        {returns.map(({ at, points, isSeen }) => (
          <li key={at} className={styles.row} data-unread={!isSeen}>
            <Icon name="ranking" />
            <span className={styles.words}>
              <b>{t('returned', { points })}</b>
              <span>{t('returnedText')}</span>
              <small>{whenText(at, now)}</small>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
