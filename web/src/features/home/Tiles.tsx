import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cx } from '../../ui/cx.ts';
import { useSoon } from '../play/use-soon.ts';
import { FriendsTile } from './FriendsTile.tsx';
import { GroupTile } from './GroupTile.tsx';
import { TileFace } from './TileFace.tsx';
import styles from './Tiles.module.css';

const OPEN = [
  { key: 'analysis', animal: 'elephant', hill: '#C3C5D2', to: '/analysis' },
  { key: 'themes', animal: 'leopard', hill: '#EBD08A', to: '/themes' },
  { key: 'history', animal: 'cat', hill: '#C9B8AE', to: '/history' },
  { key: 'settings', animal: 'rat', hill: '#D2BFAF', to: '/settings' },
] as const;
const TOURNAMENT = { key: 'tournament', animal: 'lion', hill: '#E7C98A', to: '/tournament' } as const;
/** Not there yet. */
const SOON = [{ key: 'endgame', animal: 'wolf', hill: '#B6C3CB' }] as const;

function Tile({ place: { key, to, ...look } }: { place: (typeof OPEN)[number] | typeof TOURNAMENT }) {
  const { t } = useTranslation();
  return (
    <Link to={to} className={cx(styles.tile, styles.open)}>
      <TileFace name={t(`home.tiles.${key}`)} hint={t(`home.hints.${key}`)} {...look} />
    </Link>
  );
}

function SoonTile({ place: { key, ...look } }: { place: (typeof SOON)[number] }) {
  const { t } = useTranslation();
  const answer = useSoon();
  const name = t(`home.tiles.${key}`);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={cx(styles.tile, styles.soon)}
      onClick={() => void answer(key, name)}
    >
      <TileFace name={name} hint={t('app.soon')} {...look} />
    </button>
  );
}

/** The other rooms of the house: those that are open come first. */
export function Tiles() {
  const { t } = useTranslation();
  return (
    <ul className={styles.tiles} aria-label={t('home.menu')}>
      <li>
        <Tile place={TOURNAMENT} />
      </li>
      <li>
        <FriendsTile />
      </li>
      {OPEN.map((place) => (
        <li key={place.key}>
          <Tile place={place} />
        </li>
      ))}
      {SOON.map((place) => (
        <li key={place.key}>
          <SoonTile place={place} />
        </li>
      ))}
      <GroupTile />
    </ul>
  );
}
