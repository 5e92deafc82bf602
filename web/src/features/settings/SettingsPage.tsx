import { useSession } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { Preferences } from '../../shared/table/Preferences.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { AvatarPicker } from './AvatarPicker.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import styles from './SettingsPage.module.css';
import { t } from './texts.ts';

/** The account's own settings (spec §2): face, password, and the way to the board themes; and those of this device. */
export default function SettingsPage() {
  const user = useSession((state) => state.user);
  return (
    <>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <PageHeader title={t('title')} />
      {user && (
        <main className={styles.main}>
          <Card framed className={styles.card}>
            <AvatarPicker user={user} />
          </Card>
          <Card framed className={styles.card}>
            <PasswordForm username={user.username} />
          </Card>
          <Card framed className={styles.card}>
            <h2 className={styles.title}>{t('preferences.title')}</h2>
            <p className={styles.hint}>{t('preferences.hint')}</p>
            <Preferences />
          </Card>
          <nav className={styles.ways}>
            <ButtonLink to="/themes" icon="palette">
              {t('toThemes')}
            </ButtonLink>
            <ButtonLink to="/" icon="house">
              {appText('backHome')}
            </ButtonLink>
          </nav>
        </main>
      )}
    </>
  );
}
