import { Link } from 'react-router-dom';
import { t as appText } from '../../client/texts.ts';
import { cx } from '../../ui/cx.ts';
import { FriendsTile } from './FriendsTile.tsx';
import { GroupTile } from './GroupTile.tsx';
import { TileFace } from './TileFace.tsx';
import styles from './Tiles.module.css';
import { t } from './texts.ts';

const OPEN = [
  { key: 'analysis', animal: 'elephant', hill: '#C3C5D2', to: '/analysis' },
  { key: 'themes', animal: 'leopard', hill: '#EBD08A', to: '/themes' },
  { key: 'history', animal: 'cat', hill: '#C9B8AE', to: '/history' },
  { key: 'settings', animal: 'rat', hill: '#D2BFAF', to: '/settings' },
] as const;
const TOURNAMENT = { key: 'tournament', animal: 'lion', hill: '#E7C98A', to: '/tournament' } as const;
/** In development: its page says so. */
const ENDGAME = { key: 'endgame', animal: 'wolf', hill: '#B6C3CB', to: '/endgame' } as const;

interface TileProps {
  place: (typeof OPEN)[number] | typeof TOURNAMENT | typeof ENDGAME;
}

function Tile({ place: { key, to, ...look } }: TileProps) {
  const isSoon = key === 'endgame';
  return (
    <Link to={to} className={cx(styles.tile, styles.open, isSoon && styles.soon)}>
      <TileFace name={t(`tiles.${key}`)} hint={isSoon ? appText('soon') : t(`hints.${key}`)} {...look} />
    </Link>
  );
}

/** The other rooms of the house: those that are open come first. */
export function Tiles() {
  return (
    <ul className={styles.tiles} aria-label={t('menu')}>
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
      <li>
        <Tile place={ENDGAME} />
      </li>
      <GroupTile />
    </ul>
  );
}
