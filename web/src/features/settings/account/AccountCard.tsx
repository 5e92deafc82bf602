import { useNavigate } from 'react-router-dom';
import { ACCESS_PATH } from '../../../client/access.ts';
import { Skeleton } from '../../../ui/Loading.tsx';
import { NotLoaded } from '../NotLoaded.tsx';
import styles from './Account.module.css';
import { AccountRow } from './AccountRow.tsx';
import { DevicesRow } from './DevicesRow.tsx';
import { EmailRow } from './EmailRow.tsx';
import { LeavingRows } from './LeavingRows.tsx';
import { NicknameRow } from './NicknameRow.tsx';
import { PasskeysRow } from './PasskeysRow.tsx';
import { useAccount } from './queries.ts';
import { RecoveryRow } from './RecoveryRow.tsx';
import { t } from './texts.ts';

/** Old browsers have none. */
const CAN_USE_PASSKEYS = 'PublicKeyCredential' in window;

/** Rows of the placeholder. */
const ROWS = [1, 2, 3, 4, 5];

/** What keeps the account in its owner's hands. For members. */
export default function AccountCard() {
  const { data, isError, refetch } = useAccount();
  const navigate = useNavigate();
  const suspended = data?.suspended ?? [];
  return (
    <section aria-labelledby="account-title">
      <h2 id="account-title" className={styles.title}>
        {t('title')}
      </h2>
      <p className={styles.hint}>{t('hint')}</p>
      {data ? (
        <>
          <NicknameRow changeableAt={data.nicknameChangeableAt} />
          <RecoveryRow left={data.recoveryCodesLeft} isSuspended={suspended.includes('codes')} />
          {data.hasMail && <EmailRow current={data.email} isSuspended={suspended.includes('email')} />}
          {data.hasPasskeys && CAN_USE_PASSKEYS && (
            <PasskeysRow passkeys={data.passkeys} isSuspended={(id) => suspended.includes(`passkey:${id}`)} />
          )}
          <DevicesRow />
          <AccountRow
            title={t('access.title')}
            note={
              suspended.length > 0 ? t('access.suspended', { count: suspended.length }) : t('access.hint')
            }
            isBad={suspended.length > 0}
            action={t('access.show')}
            onAction={() => void navigate(ACCESS_PATH)}
          />
          <LeavingRows />
        </>
      ) : isError ? (
        <NotLoaded text={t('loadFailed')} onRetry={refetch} />
      ) : (
        ROWS.map((row) => <Skeleton key={row} className={styles.block} />)
      )}
    </section>
  );
}
