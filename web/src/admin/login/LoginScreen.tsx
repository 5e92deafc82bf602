import { useState } from 'react';
import { useConsole } from '../core/session.ts';
import { t as common } from '../core/texts.ts';
import { FactorForm } from './FactorForm.tsx';
import { LoginForm } from './LoginForm.tsx';
import styles from './LoginScreen.module.css';
import { t } from './texts.ts';

/** The login: password and code. The first time, an invitation leads to the second factor. */
export function LoginScreen() {
  const isExpired = useConsole((state) => state.isExpired);
  const isEarly = useConsole((state) => state.isLoginAsked);
  const [isFirst, setFirst] = useState(false);
  const [account, setAccount] = useState('');
  const title = isExpired ? t('expired') : t(isFirst ? 'setUp' : 'title');
  return (
    <main className={styles.screen}>
      <title>{`${title} · ${common('name')}`}</title>
      <section className={styles.sheet}>
        <p className={styles.brand}>{common('name')}</p>
        <h1>{title}</h1>
        {isFirst ? (
          <FactorForm
            done={(name) => {
              setAccount(name);
              setFirst(false);
            }}
            onLogin={() => setFirst(false)}
          />
        ) : (
          <LoginForm
            account={account}
            hint={isExpired || isEarly ? t('expiredHint') : null}
            isEarly={isEarly && !isExpired}
            onFirst={() => setFirst(true)}
          />
        )}
      </section>
    </main>
  );
}
