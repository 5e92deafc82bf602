import type { User } from '@doushouqi/protocol';
import logo from '../../../art/logo.svg';
import { logOut } from '../../client/log-out.ts';
import { session, useSession } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { placeTurn } from '../../shared/header/header-slots.ts';
import { ModeButton } from '../../shared/header/ModeButton.tsx';
import { OwnPageLink } from '../../shared/header/OwnPageLink.tsx';
import { RulesButton } from '../../shared/rules/RulesButton.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { toast } from '../../ui/toast-store.ts';
import styles from './HomeHeader.module.css';

function UserChip({ user }: { user: User }) {
  const logout = () => {
    logOut();
    toast.success(appText('session.loggedOut'));
  };
  return (
    <div className={styles.user}>
      <OwnPageLink user={user} size={38}>
        <span className={styles.nickname}>{user.nickname}</span>
      </OwnPageLink>
      <Button tone="quiet" icon="sign-out" className={styles.logout} onClick={logout}>
        <span className={styles.logoutText}>{appText('session.logOut')}</span>
      </Button>
    </div>
  );
}

/** The name of the game, day and night, and who is here. */
export function HomeHeader() {
  const user = useSession((state) => state.user);
  return (
    <header className={styles.header}>
      <div className={styles.brand}>
        <img src={logo} alt="" width={40} height={40} />
        <span className={styles.wordmark} role="img" aria-label={appText('name')} />
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
              {appText('session.logIn')}
            </Button>
            <ButtonLink to="/register" className={cx(styles.entry, styles.register)}>
              {appText('session.register')}
            </ButtonLink>
          </>
        )}
      </div>
    </header>
  );
}
