import { api } from '../../../client/api.ts';
import { showCodes } from '../../../client/new-codes.ts';
import { useSession } from '../../../client/session.ts';
import { OwnPasswordDialog } from './OwnPasswordDialog.tsx';
import { t } from './texts.ts';

/** Asks for the password and has new recovery codes shown, which replace the former ones. */
export default function RenewCodes({ onClose }: { onClose: () => void }) {
  const userId = useSession(({ user }) => user?._id ?? '');
  const renew = async (password: string): Promise<void> => {
    const { recoveryCodes } = await api.renewRecoveryCodes({ body: { password } });
    onClose();
    showCodes({ userId, codes: recoveryCodes });
  };
  return (
    <OwnPasswordDialog
      title={t('recovery.ask')}
      hint={t('recovery.askHint')}
      submit={t('recovery.renew')}
      onClose={onClose}
      onSubmit={renew}
    />
  );
}
