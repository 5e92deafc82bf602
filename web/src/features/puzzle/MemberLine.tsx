import { createPath, useLocation } from 'react-router-dom';
import { session, useSession } from '../../client/session.ts';
import { cx } from '../../ui/cx.ts';
import styles from './MemberLine.module.css';
import { t } from './texts.ts';

/** What an account adds to solving, with the ways to one, which lead back; nothing for a member. */
export function MemberLine({ className }: { className?: string | undefined }) {
  const user = useSession((state) => state.user);
  const page = createPath(useLocation());
  if (user && !user.isGuest) return null;
  const isGuest = user !== null;
  const open = (): void => session.requestLogin(page, { why: 'puzzle' });
  return (
    <p className={cx(styles.line, className)}>
      {t(isGuest ? 'member.guest' : 'member.visitor')}
      <button type="button" onClick={open}>
        {t(isGuest ? 'member.register' : 'member.logIn')}
      </button>
    </p>
  );
}
