import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { FACES } from '../../ui/faces.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import styles from './Hero.module.css';

type ModeKey = 'local' | 'room' | 'ai' | 'ranked';

/** The four ways to play; those that are being prepared are `soon`, with an address where a page says what will come. */
const MODES: readonly { key: ModeKey; icon: IconName; to?: string; soon?: true }[] = [
  { key: 'local', icon: 'device-mobile', soon: true },
  { key: 'room', icon: 'door', to: '/play/room' },
  { key: 'ai', icon: 'robot', soon: true },
  { key: 'ranked', icon: 'ranking', to: '/play/ranked', soon: true },
];

const WAVES = [
  { fill: '#2F7A6D', d: 'M0 24Q55 4 110 24T220 24T330 24T440 24T550 24T660 24T770 24T880 24V58H0Z' },
  { fill: '#3F9484', d: 'M0 36Q55 18 110 36T220 36T330 36T440 36T550 36T660 36T770 36T880 36V58H0Z' },
  { fill: '#67B09C', d: 'M0 48Q55 32 110 48T220 48T330 48T440 48T550 48T660 48T770 48T880 48V58H0Z' },
];

function Mode({ mode: { key, icon, to, soon } }: { mode: (typeof MODES)[number] }) {
  const { t } = useTranslation();
  const content = (
    <>
      <Icon name={icon} />
      {t(`home.modes.${key}`)}
      {soon && <small>{t('app.soon')}</small>}
    </>
  );
  const className = soon ? styles.soon : styles.mode;
  return to ? (
    <Link to={to} className={className}>
      {content}
    </Link>
  ) : (
    <span className={className}>{content}</span>
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
