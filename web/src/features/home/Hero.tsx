import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { FACES } from '../../ui/faces.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useSoon } from '../play/use-soon.ts';
import styles from './Hero.module.css';

/** The ways to play: what is there comes first; without an address it is not there yet. */
const MODES = [
  { key: 'room', icon: 'door', to: '/play/room' },
  { key: 'local', icon: 'device-mobile', to: '/play/local' },
  { key: 'ai', icon: 'robot', to: '/play/ai' },
  { key: 'ranked', icon: 'ranking' },
] as const;

const WAVES = [
  { fill: '#2F7A6D', d: 'M0 24Q55 4 110 24T220 24T330 24T440 24T550 24T660 24T770 24T880 24V58H0Z' },
  { fill: '#3F9484', d: 'M0 36Q55 18 110 36T220 36T330 36T440 36T550 36T660 36T770 36T880 36V58H0Z' },
  { fill: '#67B09C', d: 'M0 48Q55 32 110 48T220 48T330 48T440 48T550 48T660 48T770 48T880 48V58H0Z' },
];

function Mode({ mode }: { mode: (typeof MODES)[number] }) {
  const { t } = useTranslation();
  const answer = useSoon();
  const name = t(`home.modes.${mode.key}`);
  if ('to' in mode) {
    return (
      <Link to={mode.to} className={styles.mode}>
        <Icon name={mode.icon} />
        {name}
      </Link>
    );
  }
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={styles.soon}
      onClick={() => void answer(mode.key, name)}
    >
      <Icon name={mode.icon} />
      {name}
      <small>{t('app.soon')}</small>
    </button>
  );
}

/** The large red tile: play. */
export function Hero() {
  const { t } = useTranslation();
  return (
    <section className={styles.hero} aria-labelledby="hero">
      <span className={styles.sun} />
      <img className={styles.beast} src={FACES.tiger} alt="" width={276} height={276} fetchPriority="high" />
      <svg className={styles.waves} viewBox="0 0 880 58" preserveAspectRatio="none" aria-hidden="true">
        {WAVES.map(({ fill, d }) => (
          <path key={fill} d={d} fill={fill} />
        ))}
      </svg>
      <h2 id="hero">
        <Link to="/play">{t('home.hero')}</Link>
      </h2>
      <p>{t('home.heroHint')}</p>
      <ul className={styles.modes}>
        {MODES.map((mode) => (
          <li key={mode.key}>
            <Mode mode={mode} />
          </li>
        ))}
      </ul>
    </section>
  );
}
