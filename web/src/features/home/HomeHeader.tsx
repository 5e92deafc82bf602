import type { User } from '@doushouqi/protocol';
import { useTranslation } from 'react-i18next';
import logo from '../../../art/logo.svg';
import { placeTurn } from '../../app/header-slots.ts';
import { logOut } from '../../app/log-out.ts';
import { ModeButton } from '../../app/ModeButton.tsx';
import { OwnPageLink } from '../../app/OwnPageLink.tsx';
import { session, useSession } from '../../app/session.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { toast } from '../../ui/toast-store.ts';
import { RulesButton } from '../lobby/RulesButton.tsx';
import styles from './HomeHeader.module.css';

function UserChip({ user }: { user: User }) {
  const { t } = useTranslation();
  const logout = () => {
    logOut();
    toast.success(t('auth.loggedOut'));
  };
  return (
    <div className={styles.user}>
      <OwnPageLink user={user} size={38}>
        <span className={styles.nickname}>{user.nickname}</span>
      </OwnPageLink>
      <Button tone="quiet" icon="sign-out" className={styles.logout} onClick={logout}>
        <span className={styles.logoutText}>{t('auth.logout')}</span>
      </Button>
    </div>
  );
}

/** The name of the game, day and night, and who is here. */
export function HomeHeader() {
  const { t } = useTranslation();
  const user = useSession((state) => state.user);
  return (
    <header className={styles.header}>
      <div className={styles.brand}>
        <img src={logo} alt="" width={40} height={40} />
        <span className={styles.wordmark} role="img" aria-label={t('app.name')} />
      </div>
      <div className={styles.end}>
        <span ref={placeTurn} className={styles.turn} />
        <span className={styles.bare}>
          <RulesButton className={styles.rules} />
          <ModeButton />
        </span>
        {user ? (
          <UserChip user={user} />
        ) : (
          <>
            <Button className={styles.entry} onClick={() => session.requestLogin()}>
              {t('auth.login.title')}
            </Button>
            <ButtonLink to="/register" className={cx(styles.entry, styles.register)}>
              {t('auth.register.title')}
            </ButtonLink>
          </>
        )}
      </div>
    </header>
  );
}
