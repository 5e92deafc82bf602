import type { Access, AccessChange, Way } from '@doushouqi/protocol';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { isReviewDue, markShown } from '../../../client/access.ts';
import { session, useIsMember } from '../../../client/session.ts';
import { t as appText } from '../../../client/texts.ts';
import { serverNow } from '../../../client/time.ts';
import { t as accessText } from '../../../shared/account/access-texts.ts';
import { PageHeader } from '../../../shared/header/PageHeader.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { FACES } from '../../../ui/faces.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Skeleton } from '../../../ui/Loading.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { NotLoaded } from '../NotLoaded.tsx';
import styles from './Access.module.css';
import { AccessHeader } from './AccessHeader.tsx';
import { useAccess } from './queries.ts';
import { ReviewForm } from './ReviewForm.tsx';
import { t } from './texts.ts';
import { WayIcon } from './WayIcon.tsx';
import { groupWays, placeText, wayIcon, wayName, whenText } from './way-text.ts';

interface IntroProps {
  access: Access;
  /** Epoch ms. */
  now: number;
}

/** Why the page is open, and what to do. */
function Intro({ access: { ways, review }, now }: IntroProps) {
  const suspended = ways.filter(({ isSuspended }) => isSuspended).length;
  const recent = groupWays(ways).recent.length;
  const here = ways.find(({ isThis }) => isThis);
  return (
    <Card framed className={styles.intro}>
      <img src={FACES.dog} alt="" width={84} height={84} />
      <h2>{t('title')}</h2>
      <p>
        {t(`lead.${review?.reason ?? 'none'}`)}
        {t('how')}
      </p>
      {review && here && (
        <dl className={styles.facts}>
          <dt>{t(`time.${review.reason}`)}</dt>
          <dd>{whenText(review.at, now)}</dd>
          <dt>{t('place')}</dt>
          <dd>{placeText(here)}</dd>
          <dt>{t('device')}</dt>
          <dd>{here.name}</dd>
        </dl>
      )}
      {recent > 0 && (
        <p className={styles.tip}>
          <Icon name="warning" />
          {suspended > 0 ? t('tip.suspended', { count: suspended }) : t('tip.recent', { count: recent })}
        </p>
      )}
    </Card>
  );
}

interface ChangesProps {
  changes: readonly AccessChange[];
  /** Epoch ms. */
  now: number;
}

/** What was changed in the last 30 days, also what is gone since. */
function Changes({ changes, now }: ChangesProps) {
  if (changes.length === 0) return null;
  return (
    <Card className={styles.changes}>
      <h3>{t('changes')}</h3>
      <ul>
        {changes.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one call may make two equal changes
          <li key={index}>
            <b>{accessText(`changed.${change.what}`)}</b>
            <p>
              {whenText(change.at, now)} · {change.device} · {placeText(change)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const RenewCodes = lazyPart(() => import('../account/RenewCodes.tsx'));

interface AccessDoneProps {
  /** What the user ended. */
  ended: readonly Way[];
  onLeave: () => void;
}

/** Says what was ended, and offers new recovery codes. */
function AccessDone({ ended, onLeave }: AccessDoneProps) {
  const [isRenewing, setRenewing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone; a screen reader goes on here.
  useEffect(() => heading.current?.focus(), []);
  const isEmpty = ended.length === 0;
  const hasEndedCodes = ended.some(({ kind }) => kind === 'codes');
  return (
    <main className={styles.after}>
      <Card framed className={styles.done}>
        <h2 ref={heading} tabIndex={-1}>
          {isEmpty ? t('done.none') : t('done.some', { count: ended.length })}
        </h2>
        <p>{t(isEmpty ? 'done.noneLead' : 'done.someLead')}</p>
        {!isEmpty && (
          <ul>
            {ended.map((way) => (
              <li key={way.id}>
                <WayIcon name={wayIcon(way)} />
                {wayName(way)}
              </li>
            ))}
          </ul>
        )}
        <p>{t(hasEndedCodes ? 'done.codesEnded' : 'done.codes')}</p>
        <div className={styles.ways}>
          <Button {...(hasEndedCodes && { tone: 'primary' })} onClick={() => setRenewing(true)}>
            {t('done.renew')}
          </Button>
          <Button {...(!hasEndedCodes && { tone: 'primary' })} onClick={onLeave}>
            {t('done.goOn')}
          </Button>
        </div>
        <Suspense>{isRenewing && <RenewCodes onClose={() => setRenewing(false)} />}</Suspense>
      </Card>
    </main>
  );
}

/** Rows of the placeholder. */
const ROWS = [1, 2, 3, 4, 5];

/** What opens the account, and which of it stays. A guest's account has only its device. */
export default function AccessPage() {
  return useIsMember() ? <MembersPage /> : <Navigate to="/settings" replace />;
}

function MembersPage() {
  const navigate = useNavigate();
  const { data, isError, refetch } = useAccess();
  const [ended, setEnded] = useState<readonly Way[] | null>(null);
  // Also after the review, until the page closes.
  const wasDue = useRef(false);
  wasDue.current ||= isReviewDue();
  useEffect(() => {
    if (data) markShown(data.changes);
  }, [data]);
  const leave = () =>
    wasDue.current ? void navigate(...session.takeRedirect()) : void navigate('/settings', { replace: true });
  const reason = data?.review?.reason ?? (wasDue.current ? 'recovery' : 'none');
  const now = serverNow();
  return (
    <>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      {wasDue.current ? (
        <AccessHeader title={t(`page.${reason}`)} />
      ) : (
        <PageHeader back="/settings" backLabel={t('backToSettings')} title={t(`page.${reason}`)} />
      )}
      {ended ? (
        <AccessDone ended={ended} onLeave={leave} />
      ) : (
        <main className={styles.main}>
          {data ? (
            <>
              <Intro access={data} now={now} />
              <ReviewForm access={data} now={now} onDone={setEnded} />
              <Changes changes={data.changes} now={now} />
            </>
          ) : (
            <Card className={styles.list}>
              {isError ? (
                <NotLoaded text={t('loadFailed')} onRetry={refetch} />
              ) : (
                ROWS.map((row) => <Skeleton key={row} className={styles.block} />)
              )}
            </Card>
          )}
        </main>
      )}
    </>
  );
}
