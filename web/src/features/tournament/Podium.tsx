import { FACES } from '../../ui/faces.ts';
import styles from './Podium.module.css';

const PLACES = [
  { animal: 'tiger', place: 2 },
  { animal: 'lion', place: 1 },
  { animal: 'leopard', place: 3 },
] as const;

/** Three animals on the steps of a podium, waiting. */
export function Podium() {
  return (
    <div className={styles.podium} aria-hidden="true">
      {PLACES.map(({ animal, place }) => (
        <div key={animal} className={styles.place} data-place={place}>
          <img src={FACES[animal]} alt="" width={96} height={96} />
          <span>{place}</span>
        </div>
      ))}
    </div>
  );
}
