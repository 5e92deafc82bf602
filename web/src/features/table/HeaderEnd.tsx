import { useTranslation } from 'react-i18next';
import { ModeButton } from '../../app/ModeButton.tsx';
import { useSession } from '../../app/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconLink } from '../../ui/Button.tsx';
import head from './TableHeader.module.css';

/** The end of a table's header on screens with space: the way home, light or dark, the own avatar. */
export function HeaderEnd() {
  const { t } = useTranslation();
  const user = useSession((state) => state.user);
  return (
    <span className={head.wide}>
      <IconLink icon="house" to="/" label={t('table.home')} />
      <ModeButton />
      {user && <Avatar file={user.avatar} size={34} />}
    </span>
  );
}
