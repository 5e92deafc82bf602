import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { register } from '../../client/account-calls.ts';
import { closeCodes, codesKept, useNewCodes } from '../../client/new-codes.ts';
import { withProof } from '../../client/proof.ts';
import { session, useIsMember, useSession } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { RecoveryCodes } from '../../shared/account/RecoveryCodes.tsx';
import { t as recoveryText } from '../../shared/account/texts.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import styles from './AuthForm.module.css';
import {
  NewPasswordFields,
  type PasswordFormProps,
  PeekingTiger,
  useAuthForm,
  useMood,
} from './AuthForm.tsx';
import page from './RegisterPage.module.css';
import { t } from './texts.ts';
import { useWays } from './use-ways.ts';
import { registerErrors } from './validation.ts';

/** Leaves for the page that required the login. */
function Leave() {
  const navigate = useNavigate();
  const left = useRef(false);
  useEffect(() => {
    if (left.current) return;
    left.current = true;
    const [path, options] = session.takeRedirect();
    void navigate(path, { ...options, replace: true });
  }, [navigate]);
  return null;
}

/** Registration; afterwards the user is logged in, stores the recovery codes, and the page that required it opens. */
export default function RegisterPage() {
  const { mood, follow } = useMood();
  const guest = useSession(({ user }) => user?.isGuest === true);
  const isMember = useIsMember();
  const codes = useNewCodes();
  const username = useSession(({ user }) => user?.username ?? '');
  const toLogin = () => session.resumeLogin();
  if (isMember && !codes) return <Leave />;
  return (
    <>
      <title>{`${appText('session.register')} · ${appText('name')}`}</title>
      <PageHeader title={appText('session.register')} />
      <main className={page.main}>
        <div className={page.wrap}>
          <PeekingTiger mood={mood} />
          <Card framed className={page.card}>
            {codes ? (
              <>
                <h2 className={page.title}>{recoveryText('title')}</h2>
                <RecoveryCodes codes={codes} username={username} onKept={codesKept} onDone={closeCodes} />
              </>
            ) : (
              <>
                <RegisterCard guest={guest} {...follow} />
                <p className={styles.other}>
                  {t('register.hasAccount')}
                  <button type="button" onClick={toLogin}>
                    {t('register.toLogin')}
                  </button>
                </p>
              </>
            )}
          </Card>
        </div>
      </main>
    </>
  );
}

/** The form, or the operator's text while registration is closed. */
function RegisterCard({ guest, ...props }: PasswordFormProps & { guest: boolean }) {
  const ways = useWays();
  if (ways?.registration === 'closed')
    return (
      <p role="status" className={page.lead}>
        {ways.text || t('register.closed')}
      </p>
    );
  return (
    <>
      <p className={page.lead}>{t(guest ? 'register.keep' : 'register.subtitle')}</p>
      <RegisterForm {...props} />
    </>
  );
}

/** A guest keeps id, games and settings. */
function RegisterForm(follow: PasswordFormProps) {
  const user = useSession((state) => state.user);
  const { form, busy, submit, bind } = useAuthForm({
    empty: { username: '', nickname: user?.isGuest ? user.nickname : '', password: '', confirmPassword: '' },
    errorsOf: registerErrors,
    send: (values) => withProof((work) => register({ ...values, ...work }, user?.isGuest === true)),
    refused: {
      USERNAME_TAKEN: ['username'],
      USERNAME_RESERVED: ['username'],
      NICKNAME_TAKEN: ['nickname'],
      NICKNAME_RESERVED: ['nickname'],
      IMPROPER_NICKNAME: ['nickname'],
    },
    success: t('register.success'),
    failed: t('register.failed'),
    // The page shows the recovery codes, and leaves after them.
    onLogin: () => undefined,
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
      <NewPasswordFields bind={bind} label={t('password')} {...follow} />
      <Button type="submit" tone="primary" wide busy={busy}>
        {t('register.submit')}
      </Button>
    </form>
  );
}
