import '../../i18n/settings-texts.ts';
import '../../i18n/table-texts.ts';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../app/PageHeader.tsx';
import { useSession } from '../../app/session.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Preferences } from '../table/Preferences.tsx';
import { AvatarPicker } from './AvatarPicker.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import styles from './SettingsPage.module.css';

/** The account's own settings (spec §2): face, password, and the way to the board themes; and those of this device. */
export default function SettingsPage() {
  const { t } = useTranslation();
  const user = useSession((state) => state.user);
  return (
    <>
      <title>{`${t('settings.title')} · ${t('app.name')}`}</title>
      <PageHeader title={t('settings.title')} />
      {user && (
        <main className={styles.main}>
          <Card framed className={styles.card}>
            <AvatarPicker user={user} />
          </Card>
          <Card framed className={styles.card}>
            <PasswordForm username={user.username} />
          </Card>
          <Card framed className={styles.card}>
            <h2 className={styles.title}>{t('settings.preferences.title')}</h2>
            <p className={styles.hint}>{t('settings.preferences.hint')}</p>
            <Preferences />
          </Card>
          <nav className={styles.ways}>
            <ButtonLink to="/themes" icon="palette">
              {t('settings.toThemes')}
            </ButtonLink>
            <ButtonLink to="/" icon="house">
              {t('app.backHome')}
            </ButtonLink>
          </nav>
        </main>
      )}
    </>
  );
}
