import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Loading.tsx';
import styles from './Account.module.css';
import { DevicesRow } from './DevicesRow.tsx';
import { EmailRow } from './EmailRow.tsx';
import { LeavingRows } from './LeavingRows.tsx';
import { NicknameRow } from './NicknameRow.tsx';
import { useAccount } from './queries.ts';
import { RecoveryRow } from './RecoveryRow.tsx';
import { t } from './texts.ts';

/** Rows of the placeholder. */
const ROWS = [1, 2, 3, 4, 5];

/** What keeps the account in its owner's hands. For members. */
export default function AccountCard() {
  const { data, isError, refetch } = useAccount();
  return (
    <section aria-labelledby="account-title">
      <h2 id="account-title" className={styles.title}>
        {t('title')}
      </h2>
      <p className={styles.hint}>{t('hint')}</p>
      {data ? (
        <>
          <NicknameRow changeableAt={data.nicknameChangeableAt} />
          <RecoveryRow left={data.recoveryCodesLeft} />
          {data.hasMail && <EmailRow current={data.email} />}
          <DevicesRow />
          <LeavingRows />
        </>
      ) : isError ? (
        <p className={styles.failed} role="alert">
          {t('loadFailed')}
          <Button small onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </p>
      ) : (
        ROWS.map((row) => <Skeleton key={row} className={styles.block} />)
      )}
    </section>
  );
}
