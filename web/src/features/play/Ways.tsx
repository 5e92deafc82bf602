import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import panda from '../../../art/ai/panda.svg';
import { RESUME, useSavedWays } from '../../shared/device-games/use-saved-ways.ts';
import { FACES } from '../../ui/faces.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { MEDIA } from '../../ui/media.ts';
import { useMedia } from '../../ui/use-media.ts';
import { PartBoundary } from './PartBoundary.tsx';
import styles from './PlayMenu.module.css';
import { t } from './texts.ts';

const RoomForm = lazyPart(() => import('./RoomForm.tsx'));

/** Ways to play that need nobody to be found. */
const WAYS = [
  { key: 'ai', face: panda, hill: '#C3C5D2', to: '/play/ai' },
  { key: 'local', face: FACES.cat, hill: '#C9B8AE', to: '/play/local' },
  { key: 'room', face: FACES.dog, hill: '#D9BE97', to: '/play/room' },
] as const;

interface WayProps {
  way: (typeof WAYS)[number];
  /** Where a stored game goes on; absent for none. */
  resume: string | undefined;
}

function Way({ way: { key, face, hill, to }, resume }: WayProps) {
  return (
    <Link to={resume ?? to} className={styles.way}>
      <span className={styles.hill} style={{ backgroundColor: hill }} />
      <img src={face} alt="" width={92} height={92} />
      <strong>{t(key)}</strong>
      <span>{t(`${key}Hint`)}</span>
      <b aria-hidden={!resume}>{resume ? t('resume') : t(`${key}Go`)}</b>
    </Link>
  );
}

export function Ways() {
  const roomy = !useMedia(MEDIA.compact);
  const saved = useSavedWays();
  return (
    <ul className={styles.ways} aria-label={t('ways')}>
      {WAYS.map((way) => (
        <li key={way.key}>
          <Way way={way} resume={saved.filter((one) => one === way.key).map((one) => RESUME[one])[0]} />
          {way.key === 'room' && roomy && (
            <PartBoundary instead={null}>
              <Suspense fallback={null}>
                <RoomForm />
              </Suspense>
            </PartBoundary>
          )}
        </li>
      ))}
    </ul>
  );
}
