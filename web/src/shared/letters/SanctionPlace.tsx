import { Suspense } from 'react';
import { Skeleton } from '../../ui/Loading.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { SanctionNoteProps } from './SanctionNote.tsx';
import styles from './SanctionPlace.module.css';

const SanctionNote = lazyPart(() => import('./SanctionNote.tsx'));

/** The note in place of what a sanction stops; its script loads with the first one. */
export function SanctionPlace(props: SanctionNoteProps) {
  return (
    <Suspense fallback={<Skeleton className={styles.place} />}>
      <SanctionNote {...props} />
    </Suspense>
  );
}
