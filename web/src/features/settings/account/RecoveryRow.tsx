import { Suspense, useState } from 'react';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { AccountRow } from './AccountRow.tsx';
import { t } from './texts.ts';

const RenewCodes = lazyPart(() => import('./RenewCodes.tsx'));

interface RecoveryRowProps {
  left: number;
  isSuspended: boolean;
}

/** The number of recovery codes left, and new ones. */
export function RecoveryRow({ left, isSuspended }: RecoveryRowProps) {
  const [isAsked, setAsked] = useState(false);
  const note = isSuspended ? t('recovery.suspended') : t('recovery.left', { count: left });
  return (
    <>
      <AccountRow
        title={t('recovery.title')}
        note={left > 0 ? note : t('recovery.none')}
        isBad={left === 0 || isSuspended}
        action={t('recovery.renew')}
        onAction={() => setAsked(true)}
      />
      <Suspense>{isAsked && <RenewCodes onClose={() => setAsked(false)} />}</Suspense>
    </>
  );
}
