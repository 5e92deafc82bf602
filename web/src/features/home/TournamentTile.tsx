import type { Tournament } from '@doushouqi/protocol';
import { type ReactNode, useEffect, useState } from 'react';
import { serverNow } from '../../client/time.ts';
import { shownTournament } from '../../shared/tournament/next-step.ts';
import { useTournaments } from '../../shared/tournament/queries.ts';
import { t } from '../../shared/tournament/texts.ts';
import { timeText } from '../../ui/format.ts';
import { Chip } from '../../ui/Marks.tsx';
import styles from './TournamentTile.module.css';

const MINUTE = 60_000;
/** A tournament that starts within this time is news. Milliseconds. */
const NEAR = 60 * MINUTE;
const TODAY = 12 * NEAR;

export interface TileNews {
  /** Beside the name. */
  mark?: ReactNode;
  hint?: ReactNode;
}

/** The name of a tournament, which narrow tiles have no room for, and what is said of it. */
function About({ name, children }: { name: string; children: string | undefined }) {
  return (
    <span className={styles.about}>
      <span>{name}</span>
      {children && <i> · </i>}
      {children}
    </span>
  );
}

/** Returns what the tile says about a tournament; empty if it is far away. Pure. */
function newsOf({ name, kind, phase, startsAt, endsAt, round, rounds }: Tournament, now: number): TileNews {
  if (phase === 'running') {
    const mark = (
      <Chip tone="jade" className={styles.live}>
        {t('tile.running')}
      </Chip>
    );
    const minutes = Math.max(1, Math.ceil((endsAt - now) / MINUTE));
    if (kind === 'arena') return { mark, hint: <About name={name}>{t('tile.left', { minutes })}</About> };
    const text = round > 0 ? t('tile.round', { round, rounds: rounds ?? round }) : undefined;
    return { mark, hint: <About name={name}>{text}</About> };
  }
  const left = startsAt - now;
  if (left > TODAY) return {};
  if (left > NEAR) return { hint: <About name={name}>{t('tile.at', { time: timeText(startsAt) })}</About> };
  const minutes = Math.max(1, Math.ceil(left / MINUTE));
  return { hint: <span className={styles.soon}>{t('tile.in', { minutes })}</span> };
}

/** Gives the tile of the tournaments what it says about the running or the next one. */
export default function TournamentTile({ children }: { children: (news: TileNews) => ReactNode }) {
  const { data } = useTournaments();
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), MINUTE / 6);
    return () => clearInterval(timer);
  }, []);
  const shown = data ? shownTournament(data, now) : null;
  return children(shown ? newsOf(shown, now) : {});
}
