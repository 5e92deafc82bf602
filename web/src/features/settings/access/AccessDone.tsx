import type { Way } from '@doushouqi/protocol';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import styles from './Access.module.css';
import { t } from './texts.ts';
import { WayIcon } from './WayIcon.tsx';
import { wayIcon, wayName } from './way-text.ts';

const RenewCodes = lazyPart(() => import('../account/RenewCodes.tsx'));

interface AccessDoneProps {
  /** What the user ended. */
  ended: readonly Way[];
  onLeave: () => void;
}

/** Says what was ended, and offers new recovery codes. */
export function AccessDone({ ended, onLeave }: AccessDoneProps) {
  const [isRenewing, setRenewing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone; a screen reader goes on here.
  useEffect(() => heading.current?.focus(), []);
  const isEmpty = ended.length === 0;
  const hasEndedCodes = ended.some(({ kind }) => kind === 'codes');
  return (
    <main className={styles.after}>
      <Card framed className={styles.done}>
        <h2 ref={heading} tabIndex={-1}>
          {isEmpty ? t('done.none') : t('done.some', { count: ended.length })}
        </h2>
        <p>{t(isEmpty ? 'done.noneLead' : 'done.someLead')}</p>
        {!isEmpty && (
          <ul>
            {ended.map((way) => (
              <li key={way.id}>
                <WayIcon name={wayIcon(way)} />
                {wayName(way)}
              </li>
            ))}
          </ul>
        )}
        <p>{t(hasEndedCodes ? 'done.codesEnded' : 'done.codes')}</p>
        <div className={styles.ways}>
          <Button {...(hasEndedCodes && { tone: 'primary' })} onClick={() => setRenewing(true)}>
            {t('done.renew')}
          </Button>
          <Button {...(!hasEndedCodes && { tone: 'primary' })} onClick={onLeave}>
            {t('done.goOn')}
          </Button>
        </div>
        <Suspense>{isRenewing && <RenewCodes onClose={() => setRenewing(false)} />}</Suspense>
      </Card>
    </main>
  );
}
