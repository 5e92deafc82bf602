import logo from '../../../../art/logo.svg';
import { logOut } from '../../../client/log-out.ts';
import { useSession } from '../../../client/session.ts';
import { t as appText } from '../../../client/texts.ts';
import { ModeButton } from '../../../shared/header/PageHeader.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { IconButton } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Marks.tsx';
import styles from './AccessHeader.module.css';
import { t } from './texts.ts';

/** The header of a review that is due. No link leads away from it; the user may log out. */
export function AccessHeader({ title }: { title: string }) {
  const avatar = useSession(({ user }) => user?.avatar);
  return (
    <header className={styles.bar}>
      <img src={logo} alt="" width={32} height={32} />
      <h1>{title}</h1>
      <Chip tone="jade">{t('loggedIn')}</Chip>
      <span className={styles.end}>
        <ModeButton />
        <IconButton icon="sign-out" label={appText('session.logOut')} onClick={() => void logOut()} />
        <Avatar file={avatar} size={34} online />
      </span>
    </header>
  );
}
