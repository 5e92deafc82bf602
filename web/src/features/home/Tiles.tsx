import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cx } from '../../ui/cx.ts';
import type { Animal } from '../../ui/faces.ts';
import { FriendsTile } from './FriendsTile.tsx';
import { GroupTile } from './GroupTile.tsx';
import { TileFace } from './TileFace.tsx';
import styles from './Tiles.module.css';

interface Place {
  key: 'tournament' | 'endgame' | 'analysis' | 'themes' | 'history' | 'settings';
  animal: Animal;
  hill: string;
  /** Absent: not built yet. */
  to?: string;
}

const TOURNAMENT: Place = { key: 'tournament', animal: 'lion', hill: '#E7C98A', to: '/tournament' };
const PLACES: readonly Place[] = [
  { key: 'endgame', animal: 'wolf', hill: '#B6C3CB', to: '/endgame' },
  { key: 'analysis', animal: 'elephant', hill: '#C3C5D2' },
  { key: 'themes', animal: 'leopard', hill: '#EBD08A', to: '/themes' },
  { key: 'history', animal: 'cat', hill: '#C9B8AE' },
  { key: 'settings', animal: 'rat', hill: '#D2BFAF', to: '/settings' },
];

function Tile({ place: { key, animal, hill, to } }: { place: Place }) {
  const { t } = useTranslation();
  const face = (
    <TileFace name={t(`home.tiles.${key}`)} hint={t(`home.hints.${key}`)} animal={animal} hill={hill} />
  );
  if (!to) return <div className={styles.tile}>{face}</div>;
  return (
    <Link to={to} className={cx(styles.tile, styles.open)}>
      {face}
    </Link>
  );
}

/** The other rooms of the house. */
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
      {PLACES.map((place) => (
        <li key={place.key}>
          <Tile place={place} />
        </li>
      ))}
      <li>
        <GroupTile />
      </li>
    </ul>
  );
}
