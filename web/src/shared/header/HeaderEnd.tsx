import { createPath, useLocation } from 'react-router-dom';
import { session, useSession } from '../../client/session.ts';
import { t } from '../../client/texts.ts';
import { Button, IconLink } from '../../ui/Button.tsx';
import { ModeButton } from './ModeButton.tsx';
import { OwnPageLink } from './OwnPageLink.tsx';

/** The end of a header: the way home, light or dark, and the user's own page; for a visitor the login. */
export function HeaderEnd({ className }: { className: string | undefined }) {
  const page = useLocation();
  const user = useSession((state) => state.user);
  return (
    <span className={className}>
      <IconLink icon="house" to="/" label={t('home')} />
      <ModeButton />
      {user ? (
        <OwnPageLink user={user} size={34} />
      ) : (
        <Button small onClick={() => session.requestLogin(createPath(page))}>
          {t('session.logIn')}
        </Button>
      )}
    </span>
  );
}
