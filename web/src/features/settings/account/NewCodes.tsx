import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../client/api.ts';
import { closeCodes, codesKept, showCodes, useNewCodes } from '../../../client/new-codes.ts';
import { useSession } from '../../../client/session.ts';
import { RecoveryCodes } from '../../../shared/account/RecoveryCodes.tsx';
import { t as codesText } from '../../../shared/account/texts.ts';
import { Dialog, DialogTitle } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import styles from './Account.module.css';
import { OwnPasswordDialog } from './OwnPasswordDialog.tsx';
import { ACCOUNT_KEY } from './queries.ts';
import { t } from './texts.ts';

/**
 * Asks for the password and shows new recovery codes, which replace the former ones, until the user has stored them. A
 * reload shows them again.
 */
export default function NewCodes({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const username = useSession(({ user }) => user?.username ?? '');
  const userId = useSession(({ user }) => user?._id ?? '');
  const codes = useNewCodes();
  const [isKept, setKept] = useState(false);
  const keep = () => {
    setKept(true);
    codesKept().then(() => queries.invalidateQueries({ queryKey: ACCOUNT_KEY }));
  };
  const close = () => {
    closeCodes();
    onClose();
  };
  const renew = async (password: string): Promise<void> => {
    const { recoveryCodes } = await api.renewRecoveryCodes({ body: { password } });
    showCodes({ userId, codes: recoveryCodes });
  };
  if (!codes)
    return (
      <OwnPasswordDialog
        title={t('recovery.ask')}
        hint={t('recovery.askHint')}
        submit={t('recovery.renew')}
        onClose={onClose}
        onSubmit={renew}
      />
    );
  return (
    <Dialog
      open
      onClose={isKept ? close : () => toast.info(codesText('keepFirst'))}
      className={styles.dialog}
    >
      <DialogTitle className={styles.dialogTitle}>{codesText('title')}</DialogTitle>
      <RecoveryCodes codes={codes} username={username} onKept={keep} onDone={close} />
    </Dialog>
  );
}
