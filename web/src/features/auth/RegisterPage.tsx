import { api } from '../../client/api.ts';
import { session, useSession } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field, PasswordField } from '../../ui/Field.tsx';
import styles from './AuthForm.module.css';
import { type PasswordFormProps, PeekingTiger, useAuthForm, useMood } from './AuthForm.tsx';
import page from './RegisterPage.module.css';
import { t } from './texts.ts';
import { registerErrors } from './validation.ts';

/** Registration; afterwards the user is logged in and the page that required it opens. */
export default function RegisterPage() {
  const { mood, follow } = useMood();
  const guest = useSession(({ user }) => user?.isGuest === true);
  const toLogin = () => session.resumeLogin();
  return (
    <>
      <title>{`${appText('session.register')} · ${appText('name')}`}</title>
      <PageHeader title={appText('session.register')} />
      <main className={page.main}>
        <div className={page.wrap}>
          <PeekingTiger mood={mood} />
          <Card framed className={page.card}>
            <p className={page.lead}>{t(guest ? 'register.keep' : 'register.subtitle')}</p>
            <RegisterForm {...follow} />
            <p className={styles.other}>
              {t('register.hasAccount')}
              <button type="button" onClick={toLogin}>
                {t('register.toLogin')}
              </button>
            </p>
          </Card>
        </div>
      </main>
    </>
  );
}

/** A guest keeps id, games and settings. */
function RegisterForm({ onPasswordFocus, onPasswordShown }: PasswordFormProps) {
  const user = useSession((state) => state.user);
  const { form, busy, submit, bind } = useAuthForm({
    empty: { username: '', nickname: user?.isGuest ? user.nickname : '', password: '', confirmPassword: '' },
    errorsOf: registerErrors,
    send: (body) => (user?.isGuest ? api.registerGuest({ body }) : api.register({ body })),
    refused: {
      USERNAME_TAKEN: ['username'],
      NICKNAME_TAKEN: ['nickname'],
      NICKNAME_RESERVED: ['nickname'],
      IMPROPER_NICKNAME: ['nickname'],
    },
    success: t('register.success'),
    failed: t('register.failed'),
  });
  const bindPassword = (name: 'password' | 'confirmPassword') => ({
    ...bind(name),
    autoComplete: 'new-password',
    maxLength: 72,
    onFocus: () => onPasswordFocus(true),
    onBlur: () => {
      onPasswordFocus(false);
      bind(name).onBlur();
    },
    onShownChange: onPasswordShown,
  });
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <Field
        {...bind('username')}
        label={t('account')}
        hint={t('register.accountHint')}
        icon="user"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={20}
      />
      <Field
        {...bind('nickname')}
        label={t('nickname')}
        hint={t('register.nicknameHint')}
        icon="identification-card"
        autoComplete="nickname"
      />
      <PasswordField {...bindPassword('password')} label={t('password')} hint={t('register.passwordHint')} />
      <PasswordField {...bindPassword('confirmPassword')} label={t('confirmPassword')} />
      <Button type="submit" tone="primary" wide busy={busy}>
        {t('register.submit')}
      </Button>
    </form>
  );
}
