import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../client/api.ts';
import { useSession } from '../../../client/session.ts';
import { RecoveryCodes } from '../../../shared/account/RecoveryCodes.tsx';
import { t as codesText } from '../../../shared/account/texts.ts';
import { Dialog, DialogTitle } from '../../../ui/Dialog.tsx';
import styles from './Account.module.css';
import { AccountRow } from './AccountRow.tsx';
import { OwnPasswordDialog } from './OwnPasswordDialog.tsx';
import { ACCOUNT_KEY } from './queries.ts';
import { t } from './texts.ts';

/** The number of recovery codes left; new ones replace them and are shown once. */
export function RecoveryRow({ left }: { left: number }) {
  const queries = useQueryClient();
  const username = useSession(({ user }) => user?.username ?? '');
  const [step, setStep] = useState<'ask' | readonly string[] | null>(null);
  const renew = async (password: string): Promise<void> => {
    const { recoveryCodes } = await api.renewRecoveryCodes({ body: { password } });
    setStep(recoveryCodes);
    await queries.invalidateQueries({ queryKey: ACCOUNT_KEY });
  };
  return (
    <>
      <AccountRow
        title={t('recovery.title')}
        note={left > 0 ? t('recovery.left', { count: left }) : t('recovery.none')}
        isBad={left === 0}
        action={t('recovery.renew')}
        onAction={() => setStep('ask')}
      />
      {step === 'ask' && (
        <OwnPasswordDialog
          title={t('recovery.ask')}
          hint={t('recovery.askHint')}
          submit={t('recovery.renew')}
          onClose={() => setStep(null)}
          onSubmit={renew}
        />
      )}
      {Array.isArray(step) && (
        <Dialog open onClose={() => setStep(null)} className={styles.dialog}>
          <DialogTitle className={styles.dialogTitle}>{codesText('title')}</DialogTitle>
          <RecoveryCodes codes={step} username={username} onDone={() => setStep(null)} />
        </Dialog>
      )}
    </>
  );
}
