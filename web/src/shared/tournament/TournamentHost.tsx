import type { TournamentRound } from '@doushouqi/protocol';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { tournamentCall } from '../../client/own-tournament.ts';
import { callTab } from '../../client/tab-call.ts';
import { ButtonLink, IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useIsVisible } from '../../ui/use-browser.ts';
import { searchSlot } from '../header/header-slots.ts';
import { sound, unlockSounds } from '../table/settings.ts';
import { useTournament } from './queries.ts';
import { StepSlip } from './StepSlip.tsx';
import styles from './TournamentHost.module.css';
import { t } from './texts.ts';
import { useOwnTournament } from './use-own-tournament.ts';

type Step = TournamentRound['step'];

/** News that say nothing of what the page does not show a moment later leave by themselves after this time, ms. */
const SHOWN = 15_000;
const PASSING: readonly Step[] = ['started', 'bye', 'changed'];

/** An event may arrive twice. A tournament may be changed again after this time, ms. */
const REPEATED = 10_000;

function keyOf({ id, step, round }: TournamentRound): string {
  return `${id} ${step} ${round}`;
}

function textOf({ step, name, round }: TournamentRound): string {
  return t(`news.${step}`, { name, round: round ?? '' });
}

/** Takes each reported step once: calls a hidden window back, and returns the last one until it is closed. */
function useNews(): { news: TournamentRound | null; close: () => void } {
  const steps = useStore(tournamentCall, (call) => call.steps);
  const [news, setNews] = useState<TournamentRound | null>(null);
  const seen = useRef(new Map<string, number>());
  useEffect(() => {
    if (steps.length === 0) return;
    tournamentCall.setState({ steps: [] });
    const now = performance.now();
    const fresh = steps.filter((step) => now - (seen.current.get(keyOf(step)) ?? -REPEATED) >= REPEATED);
    for (const step of fresh) seen.current.set(keyOf(step), now);
    const last = fresh.at(-1);
    if (!last) return;
    setNews(last);
    if (last.step !== 'checkIn' && last.step !== 'started') return;
    sound('prompt', { urgent: true });
    callTab(t(`call.${last.step}`));
  }, [steps]);
  const isVisible = useIsVisible();
  useEffect(() => {
    if (news === null || !isVisible || !PASSING.includes(news.step)) return;
    const timer = setTimeout(() => setNews(null), SHOWN);
    return () => clearTimeout(timer);
  }, [news, isVisible]);
  return { news, close: () => setNews(null) };
}

/** What happens in the user's tournaments, on every page: news, and the next step while it waits for the player. */
export default function TournamentHost() {
  const { pathname } = useLocation();
  const isGame = useStore(searchSlot, ({ element }) => element !== null);
  const own = useOwnTournament();
  const { news, close } = useNews();
  // The press that enters a tournament lets the next pairing sound.
  useEffect(unlockSounds, []);
  const ownPath = news && `/tournament/${news.id}`;
  const isThere = ownPath === pathname;
  const isSaid = isGame || isThere;
  // The bar of the first game says it.
  const started = useTournament(news?.step === 'started' ? news.id : null);
  const isPaired = news?.step === 'started' && started.data?.own?.game != null;
  useEffect(() => {
    if (!news || !(isSaid || isPaired)) return;
    if (isPaired) return close();
    if (news.step === 'removed' || news.step === 'cancelled') toast.warning(textOf(news));
    else toast.info(textOf(news));
    close();
  }, [news, isSaid, isPaired, close]);
  if (news && !isSaid && !isPaired) return <News news={news} onClose={close} />;
  const isShown = own?.step.isWaiting && !isGame && pathname !== '/';
  if (!isShown || pathname === `/tournament/${own.tournament.id}`) return null;
  return (
    <aside className={styles.place}>
      <StepSlip {...own} />
    </aside>
  );
}

function News({ news, onClose }: { news: TournamentRound; onClose: () => void }) {
  const isGone = news.step === 'cancelled';
  return (
    <aside className={`${styles.place} ${styles.news}`} role="status">
      <Icon name="trophy" />
      <p>{textOf(news)}</p>
      <ButtonLink small to={isGone ? '/tournament' : `/tournament/${news.id}`} onClick={onClose}>
        {t(`open.${news.step}`)}
      </ButtonLink>
      <IconButton icon="x" label={t('hide')} onClick={onClose} />
    </aside>
  );
}
