import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { EarlyPress } from '../../client/early-press.ts';
import { storage } from '../../client/storage.ts';
import { cx } from '../../ui/cx.ts';
import { FACES } from '../../ui/faces.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Hero.module.css';
import { t } from './texts.ts';
import './measures.css';

const PLACES = {
  room: { icon: 'door', to: '/play/room' },
  local: { icon: 'device-mobile', to: '/play/local' },
  ai: { icon: 'robot', to: '/play/ai' },
} as const;

const WAVES = [
  { fill: '#2F7A6D', d: 'M0 24Q55 4 110 24T220 24T330 24T440 24T550 24T660 24T770 24T880 24V58H0Z' },
  { fill: '#3F9484', d: 'M0 36Q55 18 110 36T220 36T330 36T440 36T550 36T660 36T770 36T880 36V58H0Z' },
  { fill: '#67B09C', d: 'M0 48Q55 32 110 48T220 48T330 48T440 48T550 48T660 48T770 48T880 48V58H0Z' },
];

function Place({ place, className }: { place: keyof typeof PLACES; className: string | undefined }) {
  const { icon, to } = PLACES[place];
  return (
    <Link to={to} className={className}>
      <Icon name={icon} />
      {t(`modes.${place}`)}
    </Link>
  );
}

/**
 * One press starts a search with the last choice. If the search cannot be loaded, it opens the play menu; a press before
 * the page's script is loaded submits the form and leaves a mark, by which the play menu starts the search.
 */
function FindButton({ waiting }: { waiting: ReactNode }) {
  const navigate = useNavigate();
  const find = async (): Promise<void> => {
    try {
      const { seekUsual } = await import('../../shared/pairing/search.ts');
      await seekUsual();
    } catch {
      await navigate('/play');
    }
  };
  return (
    <form
      action="/play"
      data-early={'seek' satisfies EarlyPress}
      onSubmit={(event) => {
        event.preventDefault();
        void find();
      }}
    >
      <button type="submit" className={styles.mode}>
        <Icon name="sword" />
        {t('modes.find')}
        {waiting}
      </button>
    </form>
  );
}

/** One press starts a game against the computer. If it cannot be loaded, the link opens the choice of a level. */
function ComputerLink() {
  const navigate = useNavigate();
  const play = async (): Promise<void> => {
    try {
      const { prepareAiGame } = await import('../../shared/device-games/first-game.ts');
      prepareAiGame(storage);
      await navigate('/play/ai/game');
    } catch {
      await navigate('/play/ai');
    }
  };
  return (
    <Link
      to="/play/ai"
      data-early={'computer' satisfies EarlyPress}
      className={cx(styles.mode, styles.gold)}
      onClick={(event) => {
        event.preventDefault();
        void play();
      }}
    >
      <Icon name="robot" />
      {t('modes.computer')}
    </Link>
  );
}

function MemberWays({ waiting }: Pick<HeroProps, 'waiting'>) {
  return (
    <ul className={cx(styles.modes, styles.forMembers)}>
      <li>
        <FindButton waiting={waiting} />
      </li>
      {(['ai', 'room', 'local'] as const).map((place) => (
        <li key={place}>
          <Place place={place} className={styles.mode} />
        </li>
      ))}
    </ul>
  );
}

function VisitorWays({ waiting }: Pick<HeroProps, 'waiting'>) {
  return (
    <ul className={cx(styles.modes, styles.forVisitors)}>
      <li>
        <ComputerLink />
      </li>
      <li>
        <FindButton waiting={waiting} />
      </li>
      <li>
        <Place place="local" className={styles.mode} />
      </li>
    </ul>
  );
}

interface HeroProps {
  /** Undefined in the skeleton: there the page's first script sets it. */
  who?: 'member' | 'visitor' | undefined;
  /** Number of users who wait for an opponent, and of running games. */
  waiting?: ReactNode;
  playing?: ReactNode;
}

/** The large red tile with the ways to play. For a visitor or guest the first one is a game that needs no opponent. */
export function Hero({ who, waiting, playing }: HeroProps) {
  return (
    <div className={styles.frame} data-unknown={who === undefined || undefined} data-who={who}>
      <section className={styles.hero} aria-labelledby="hero">
        <span className={styles.sun} />
        <img
          className={styles.beast}
          src={FACES.tiger}
          alt=""
          width={276}
          height={276}
          fetchPriority="high"
        />
        <svg className={styles.waves} viewBox="0 0 880 58" preserveAspectRatio="none" aria-hidden="true">
          {WAVES.map(({ fill, d }) => (
            <path key={fill} d={d} fill={fill} />
          ))}
        </svg>
        <h2 id="hero">
          <Link to="/play">{t('hero')}</Link>
        </h2>
        <p>{t('heroHint')}</p>
        {who !== 'visitor' && <MemberWays waiting={waiting} />}
        {who !== 'member' && <VisitorWays waiting={waiting} />}
      </section>
      {who !== 'member' && (
        <ul className={cx(styles.more, styles.forVisitors)}>
          <li>
            <Link to="/learn" className={cx(styles.way, styles.learn)}>
              <Icon name="graduation-cap" />
              <span>
                {t('modes.learn')}
                <span className={styles.minutes}>{t('modes.learnMinutes')}</span>
              </span>
            </Link>
          </li>
          <li className={styles.onlyWide}>
            <Place place="local" className={styles.way} />
          </li>
          <li>
            <Place place="room" className={styles.way} />
          </li>
          {playing}
        </ul>
      )}
    </div>
  );
}
