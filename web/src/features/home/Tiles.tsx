import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/Card.tsx';
import { type Animal, FACES } from '../../ui/faces.ts';
import styles from './Tiles.module.css';

type TileKey = 'tournament' | 'friends' | 'endgame' | 'analysis' | 'themes' | 'history' | 'settings';

/** The other rooms of the house with the hill that each animal stands on. All are being prepared. */
const TILES: readonly { key: TileKey; animal: Animal; hill: string }[] = [
  { key: 'tournament', animal: 'lion', hill: '#E7C98A' },
  { key: 'friends', animal: 'dog', hill: '#D9BE97' },
  { key: 'endgame', animal: 'wolf', hill: '#B6C3CB' },
  { key: 'analysis', animal: 'elephant', hill: '#C3C5D2' },
  { key: 'themes', animal: 'leopard', hill: '#EBD08A' },
  { key: 'history', animal: 'cat', hill: '#C9B8AE' },
  { key: 'settings', animal: 'rat', hill: '#D2BFAF' },
];

export function Tiles() {
  const { t } = useTranslation();
  return (
    <ul className={styles.tiles} aria-label={t('home.menu')}>
      {TILES.map(({ key, animal, hill }) => (
        <li key={key}>
          <Card className={styles.tile} style={{ '--hill': hill } as CSSProperties}>
            <span className={styles.hill} />
            <h3>{t(`home.tiles.${key}`)}</h3>
            <p>{t('app.soon')}</p>
            <img src={FACES[animal]} alt="" width={92} height={92} />
          </Card>
        </li>
      ))}
    </ul>
  );
}
