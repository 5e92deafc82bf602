import '../../i18n/watch-texts.ts';
import { MAX_WATCHABLE_GAMES, type RouteReply, type Routes } from '@doushouqi/protocol';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../app/PageHeader.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadedPage } from '../standing/Parts.tsx';
import { useWatchableGames } from './use-watchable-games.ts';
import { WatchableGames } from './WatchableGames.tsx';
import styles from './WatchPage.module.css';

/** Rated games that run, for whoever wants to watch one. */
export default function WatchPage() {
  const { t } = useTranslation();
  const asked = useWatchableGames(MAX_WATCHABLE_GAMES);
  return (
    <>
      <title>{`${t('watch.title')} · ${t('app.name')}`}</title>
      <PageHeader back="/play" backLabel={t('watch.back')} title={t('watch.title')} />
      <main className={styles.main}>
        <LoadedPage asked={asked} ghost={styles.ghost}>
          {(reply) => <Games {...reply} />}
        </LoadedPage>
      </main>
    </>
  );
}

function Games({ games, total }: RouteReply<Routes['listWatchableGames']>) {
  const { t } = useTranslation();
  if (games.length === 0)
    return (
      <EmptyState
        animal="cat"
        title={t('watch.empty')}
        text={t('watch.emptyHint')}
        action={<ButtonLink to="/play">{t('watch.play')}</ButtonLink>}
      />
    );
  const lead = total > games.length ? 'watch.leadSome' : 'watch.lead';
  return (
    <Card framed className={styles.sheet}>
      <p className={styles.lead}>{t(lead, { count: total, shown: games.length })}</p>
      <WatchableGames games={games} />
    </Card>
  );
}
