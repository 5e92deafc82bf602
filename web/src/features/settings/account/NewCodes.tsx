import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../client/api.ts';
import { useSession } from '../../../client/session.ts';
import { RecoveryCodes } from '../../../shared/account/RecoveryCodes.tsx';
import { t as codesText } from '../../../shared/account/texts.ts';
import { Dialog, DialogTitle } from '../../../ui/Dialog.tsx';
import styles from './Account.module.css';
import { OwnPasswordDialog } from './OwnPasswordDialog.tsx';
import { ACCOUNT_KEY } from './queries.ts';
import { t } from './texts.ts';

/** Asks for the password and shows new recovery codes once; they replace the former ones. */
export default function NewCodes({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const username = useSession(({ user }) => user?.username ?? '');
  const [codes, setCodes] = useState<readonly string[]>();
  const renew = async (password: string): Promise<void> => {
    const { recoveryCodes } = await api.renewRecoveryCodes({ body: { password } });
    setCodes(recoveryCodes);
    await queries.invalidateQueries({ queryKey: ACCOUNT_KEY });
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
    <Dialog open onClose={onClose} className={styles.dialog}>
      <DialogTitle className={styles.dialogTitle}>{codesText('title')}</DialogTitle>
      <RecoveryCodes codes={codes} username={username} onDone={onClose} />
    </Dialog>
  );
}
