import { GAMES_TO_CREATE, type NewTournament, type Tournament } from '@doushouqi/protocol';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSanction } from '../../../client/sanctions.ts';
import { session, useSession } from '../../../client/session.ts';
import { t as appText } from '../../../client/texts.ts';
import { serverNow } from '../../../client/time.ts';
import { PageHeader } from '../../../shared/header/PageHeader.tsx';
import { SanctionPlace } from '../../../shared/letters/SanctionPlace.tsx';
import { QueryPage } from '../../../shared/ratings/Parts.tsx';
import { useRatings } from '../../../shared/ratings/queries.ts';
import { useTournaments } from '../../../shared/tournament/queries.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './CreatePage.module.css';
import { firstDraft } from './draft.ts';
import { FormSheet } from './FormSheet.tsx';
import { Published } from './Published.tsx';
import { t } from './texts.ts';
import { forgetDraft } from './use-draft.ts';

/** Where a member creates a tournament, if the conditions hold. */
export function CreatePage() {
  const user = useSession((state) => state.user);
  const mute = useSanction('mute');
  return (
    <>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <PageHeader back="/tournament" backLabel={t('back')} title={t('title')} />
      <main className={styles.main}>
        {user && !user.isGuest ? (
          mute ? (
            <Card className={styles.conditions}>
              <SanctionPlace letter={mute} />
            </Card>
          ) : (
            <ForMember userId={user._id} />
          )
        ) : (
          <NeedsAccount />
        )}
      </main>
    </>
  );
}

function NeedsAccount() {
  return (
    <EmptyState
      animal="lion"
      title={t('conditions.guest')}
      text={t('conditions.guestText')}
      action={
        <Button tone="primary" onClick={() => session.requestLogin('/tournament/new', { why: 'tournament' })}>
          {t('conditions.register')}
        </Button>
      }
    />
  );
}

function ForMember({ userId }: { userId: string }) {
  const [first] = useState(() => firstDraft(serverNow()));
  const [published, setPublished] = useState<Tournament | null>(null);
  const [sent, setSent] = useState<NewTournament | null>(null);
  const ratings = useRatings(userId);
  const tournaments = useTournaments();
  if (published) return <Created tournament={published} password={sent?.password} />;
  return (
    <QueryPage query={ratings} skeleton={styles.skeleton}>
      {({ fast, slow }) => (
        <QueryPage query={tournaments} skeleton={styles.skeleton}>
          {({ coming, running }) => {
            const games = fast.games + slow.games;
            const open = [...running, ...coming].find(({ isOwn }) => isOwn) ?? null;
            // The reply to its creation was lost.
            if (open && sent && isSame(open, sent))
              return <Created tournament={open} password={sent.password} />;
            if (games < GAMES_TO_CREATE || open) return <Conditions games={games} open={open} />;
            return (
              <FormSheet
                first={first}
                owner={{ userId, of: null }}
                back="/tournament"
                onSend={setSent}
                onDone={setPublished}
              />
            );
          }}
        </QueryPage>
      )}
    </QueryPage>
  );
}

function isSame(open: Tournament, { name, startsAt }: NewTournament): boolean {
  return open.name === name && open.startsAt === startsAt;
}

/** Leads to the new tournament; shows the link of a private one first. */
function Created({ tournament, password }: { tournament: Tournament; password: string | undefined }) {
  const navigate = useNavigate();
  const { id, isPrivate } = tournament;
  useEffect(() => {
    forgetDraft();
    if (!isPrivate) void navigate(`/tournament/${id}`, { replace: true });
  }, [id, isPrivate, navigate]);
  return isPrivate ? <Published tournament={tournament} password={password} /> : null;
}

interface ConditionsProps {
  /** Rated games of the viewer. */
  games: number;
  /** The viewer's open tournament. */
  open: Tournament | null;
}

/** What is missing, with the viewer's own values. */
function Conditions({ games, open }: ConditionsProps) {
  return (
    <Card framed className={styles.conditions}>
      <h2>{t('conditions.title')}</h2>
      <ul>
        <Condition isMet={games >= GAMES_TO_CREATE} own={t('conditions.ownGames', { count: games })}>
          {t('conditions.games', { count: GAMES_TO_CREATE })}
        </Condition>
        <Condition
          isMet={open === null}
          own={open ? t('conditions.open', { name: open.name }) : t('conditions.none')}
        >
          {t('conditions.one')}
        </Condition>
      </ul>
      {open ? (
        <ButtonLink tone="primary" to={`/tournament/${open.id}`}>
          {t('conditions.toOpen', { name: open.name })}
        </ButtonLink>
      ) : (
        <ButtonLink tone="primary" icon="sword" to="/play">
          {t('conditions.play')}
        </ButtonLink>
      )}
    </Card>
  );
}

interface ConditionProps {
  isMet: boolean;
  /** The viewer's value. */
  own: string;
  children: ReactNode;
}

function Condition({ isMet, own, children }: ConditionProps) {
  return (
    <li data-met={isMet}>
      <Icon name={isMet ? 'check' : 'warning'} />
      <span>{children}</span>
      <small>{own}</small>
    </li>
  );
}
