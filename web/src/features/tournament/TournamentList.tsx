import type { Tournament } from '@doushouqi/protocol';
import { Link } from 'react-router-dom';
import { useNow } from '../../client/use-now.ts';
import { countdownText } from '../../shared/tournament/countdown.ts';
import { faceOf } from '../../shared/tournament/face.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { FACES } from '../../ui/faces.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { lineText } from './list-text.ts';
import type { Section } from './sections.ts';
import styles from './TournamentList.module.css';
import { t } from './texts.ts';
import { useEntryCommands } from './use-entry.ts';

interface TournamentListProps {
  sections: readonly { section: Section; tournaments: readonly Tournament[] }[];
  /** Id of the tournament that is shown beside the list. */
  chosen?: string | undefined;
}

/** Tournaments in their sections. */
export function TournamentList({ sections, chosen }: TournamentListProps) {
  const now = useNow();
  return sections.map(({ section, tournaments }) => (
    <section key={section} className={styles.section}>
      <h3>{t(`sections.${section}`)}</h3>
      <ul>
        {tournaments.map((tournament) => (
          <Row key={tournament.id} tournament={tournament} isChosen={tournament.id === chosen} now={now} />
        ))}
      </ul>
    </section>
  ));
}

interface RowProps {
  tournament: Tournament;
  isChosen: boolean;
  now: number;
}

function Row({ tournament, isChosen, now }: RowProps) {
  const { id, name, kind, isPrivate, hasBots } = tournament;
  return (
    <li className={styles.row} aria-current={isChosen || undefined}>
      <span className={styles.picture}>
        <img src={FACES[faceOf(tournament)]} alt="" width={44} height={44} loading="lazy" />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>
          <Link to={`/tournament/${id}`} title={name}>
            {name}
          </Link>
          {kind === 'swiss' && <span className={styles.kind}>{t('line.swiss')}</span>}
          {isPrivate && <Mark icon="lock-key" label={t('line.private')} />}
          {hasBots && <Mark icon="robot" label={t('line.bots')} />}
        </span>
        <span className={styles.line}>{lineText(tournament, now)}</span>
      </span>
      <State tournament={tournament} />
    </li>
  );
}

function Mark({ icon, label }: { icon: 'lock-key' | 'robot'; label: string }) {
  return (
    <span className={styles.mark} title={label}>
      <Icon name={icon} />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

/** What the viewer is in a tournament, or may become. */
function State({ tournament: { id, name, phase, mine } }: { tournament: Tournament }) {
  const { busy, join } = useEntryCommands(id);
  const isIn = mine === 'active' || mine === 'paused';
  if (phase === 'finished') return <Chip>{t('state.results')}</Chip>;
  if (phase === 'running')
    return (
      <Chip tone="jade" className={styles.live}>
        {t(isIn ? 'state.playing' : 'live')}
      </Chip>
    );
  if (isIn) return <Chip tone="gold">{t('state.entered')}</Chip>;
  return (
    <Button
      small
      className={styles.enter}
      busy={busy !== null}
      aria-label={t('state.enterNamed', { name })}
      onClick={join}
    >
      {t('state.enter')}
    </Button>
  );
}

/** A running tournament above the list, on phones. */
export function RunningBanner({ tournament }: { tournament: Tournament }) {
  const now = useNow();
  const { id, name, kind, endsAt, players, mine, round, rounds, timeControl } = tournament;
  const isIn = mine === 'active' || mine === 'paused';
  const line = [
    `${timeControl.initial}+${timeControl.increment}`,
    t('line.players', { count: players }),
    ...(isIn ? [t(mine === 'paused' ? 'line.resting' : 'line.playing')] : []),
  ];
  return (
    <section className={styles.banner}>
      <h2>
        <span title={name}>{name}</span>
        <span className={styles.now}>{t('live')}</span>
      </h2>
      <p>{line.join(' · ')}</p>
      <p className={styles.action}>
        <strong>
          {kind === 'arena'
            ? countdownText(endsAt - now)
            : t('line.round', { round, rounds: rounds ?? round })}
        </strong>
        <ButtonLink to={`/tournament/${id}`}>{t(isIn ? 'banner.back' : 'banner.watch')}</ButtonLink>
      </p>
      <img src={FACES[faceOf(tournament)]} alt="" width={110} height={110} />
    </section>
  );
}
