import type { TournamentDetails, TournamentRound } from '@doushouqi/protocol';
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

/** `details`: of the tournament, as far as they are known; after the end they have the own rank. */
function textOf({ step, name, round }: TournamentRound, details?: TournamentDetails): string {
  const own = details?.phase === 'finished' ? details.own : null;
  if (step === 'ended' && own && own.wins + own.draws + own.losses > 0)
    return t('news.endedAs', { name, rank: own.rank });
  return t(`news.${step}`, { name, round: round ?? '' });
}

/** Stands for a name in a text. */
const PLACE = '\n';

/** Steps at which the player is called to the tournament. */
function isCalling(step: Step): step is 'checkIn' | 'started' | 'awaited' {
  return step === 'checkIn' || step === 'started' || step === 'awaited';
}
/** Whose toast is a warning. */
const BAD: readonly Step[] = ['awaited', 'removed', 'cancelled'];
/** The player who is called away from a game looks at the board. Milliseconds. */
const LONG_TOAST = 10_000;

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
    if (!isCalling(last.step)) return;
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
  const { data: details } = useTournament(
    news?.step === 'started' || news?.step === 'ended' ? news.id : null,
  );
  // The bar of the first game says it.
  const isPaired = news?.step === 'started' && details?.own?.game != null;
  useEffect(() => {
    if (!news || !(isSaid || isPaired)) return;
    close();
    if (isPaired) return;
    const duration = news.step === 'awaited' ? { duration: LONG_TOAST } : {};
    toast[BAD.includes(news.step) ? 'warning' : 'info'](textOf(news, details), duration);
  }, [news, isSaid, isPaired, details, close]);
  if (news && !isSaid && !isPaired) return <News news={news} details={details} onClose={close} />;
  const isShown = own?.step.isWaiting && !isGame && pathname !== '/';
  if (!isShown || pathname === `/tournament/${own.tournament.id}`) return null;
  return (
    <aside className={styles.place}>
      <StepSlip {...own} />
    </aside>
  );
}

interface NewsProps {
  news: TournamentRound;
  details: TournamentDetails | undefined;
  onClose: () => void;
}

function News({ news, details, onClose }: NewsProps) {
  const isGone = news.step === 'cancelled';
  const [before, after] = textOf({ ...news, name: PLACE }, details).split(PLACE);
  return (
    <aside className={`${styles.place} ${styles.news}`} role="status">
      <Icon name="trophy" />
      <p>
        {before}
        <strong>{news.name}</strong>
        {after}
      </p>
      <ButtonLink small to={isGone ? '/tournament' : `/tournament/${news.id}`} onClick={onClose}>
        {t(`open.${news.step}`)}
      </ButtonLink>
      <IconButton icon="x" label={t('hide')} onClick={onClose} />
    </aside>
  );
}
