import type { CSSProperties } from 'react';
import { type Animal, FACES } from '../../ui/faces.ts';
import styles from './Tiles.module.css';

interface TileFaceProps {
  name: string;
  hint: string;
  animal: Animal;
  /** Colour of the hill that the animal stands on. */
  hill: string;
}

/** What a tile shows: an animal looks over its hill. */
export function TileFace({ name, hint, animal, hill }: TileFaceProps) {
  return (
    <>
      <span className={styles.hill} style={{ '--hill': hill } as CSSProperties} />
      <span className={styles.name}>{name}</span>
      <span className={styles.hint}>{hint}</span>
      <img src={FACES[animal]} alt="" width={92} height={92} />
    </>
  );
}
