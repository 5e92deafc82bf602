import { MAX_WATCHABLE_GAMES, type RouteReply, type Routes } from '@doushouqi/protocol';
import { t as appText } from '../../client/texts.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { useWatchableGames } from '../../shared/pairing/use-watchable-games.ts';
import { QueryPage } from '../../shared/ratings/Parts.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { WatchableGames } from './WatchableGames.tsx';
import styles from './WatchPage.module.css';
import { t } from './watch-texts.ts';

/** The running rated games. */
export default function WatchPage() {
  const query = useWatchableGames(MAX_WATCHABLE_GAMES);
  return (
    <>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <PageHeader back="/play" backLabel={t('back')} title={t('title')} />
      <main className={styles.main}>
        <QueryPage query={query} skeleton={styles.skeleton}>
          {(reply) => <Games {...reply} />}
        </QueryPage>
      </main>
    </>
  );
}

function Games({ games, total }: RouteReply<Routes['listWatchableGames']>) {
  if (games.length === 0)
    return (
      <EmptyState
        animal="cat"
        title={t('empty')}
        text={t('emptyHint')}
        action={
          <>
            <ButtonLink to="/play">{t('play')}</ButtonLink>
            <ButtonLink to="/learn" tone="quiet">
              {t('learn')}
            </ButtonLink>
          </>
        }
      />
    );
  const lead = total > games.length ? 'leadSome' : 'lead';
  return (
    <Card framed className={styles.sheet}>
      <p className={styles.lead}>{t(lead, { count: total, shown: games.length })}</p>
      <WatchableGames games={games} />
    </Card>
  );
}
