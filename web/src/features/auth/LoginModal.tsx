import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { clientOf } from '../../client/api.ts';
import { logged } from '../../client/log.ts';
import { t as loginText } from '../../client/login-texts.ts';
import { session, useSession } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Dialog, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { Field, PasswordField } from '../../ui/Field.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { t as uiText } from '../../ui/texts.ts';
import styles from './AuthForm.module.css';
import { type PasswordFormProps, PeekingTiger, useAuthForm, useMood } from './AuthForm.tsx';
import { keepingAccount } from './keep-account.ts';
import modal from './LoginModal.module.css';
import { t } from './texts.ts';
import { loginErrors } from './validation.ts';

const PasskeyLogin = lazyPart(() => import('./PasskeyLogin.tsx'));

/** The login dialog; the session store opens it. */
export default function LoginModal({ open }: { open: boolean }) {
  const why = useSession(({ loginWish }) => loginWish.why);
  const closedText = useSession((state) => state.closedText);
  const { mood, follow } = useMood();
  return (
    <Dialog
      open={open}
      onClose={() => session.closeLogin()}
      className={modal.modal}
      blurred
      decoration={<PeekingTiger mood={mood} />}
    >
      <DialogTitle className={modal.title}>{appText('session.logIn')}</DialogTitle>
      <DialogDescription className={modal.subtitle}>
        {closedText !== null
          ? t('closed.how', { why: closedText })
          : why
            ? loginText(`why.${why}`)
            : t('login.subtitle')}
      </DialogDescription>
      <LoginForm {...follow} />
      <IconButton
        icon="x"
        label={uiText('close')}
        className={modal.close}
        onClick={() => session.closeLogin()}
      />
    </Dialog>
  );
}

/** Account and password; checked on blur and on submit. */
function LoginForm({ onPasswordFocus, onPasswordShown }: PasswordFormProps) {
  const { form, busy, submit, bind } = useAuthForm({
    empty: { username: '', password: '' },
    errorsOf: loginErrors,
    send: (body) =>
      logged(
        'The login failed',
        keepingAccount((restore) => clientOf(null).login({ body: { ...body, restore } })),
      ),
    onRefused: (error, credentials) => {
      if (error.code !== 'ACCOUNT_CLOSED') return false;
      session.closeLogin();
      void import('./ClosedDialog.tsx').then(({ showClosed }) => showClosed(credentials, error.message));
      return true;
    },
    refused: { LOGIN_FAILED: ['username', 'password'] },
    success: t('login.success'),
    failed: t('login.failed'),
  });
  const password = bind('password');
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <Field
        {...bind('username')}
        label={t('account')}
        placeholder={t('enterAccount')}
        icon="user"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
      />
      <PasswordField
        {...password}
        label={t('password')}
        placeholder={t('enterPassword')}
        autoComplete="current-password"
        onFocus={() => onPasswordFocus(true)}
        onBlur={() => {
          onPasswordFocus(false);
          password.onBlur();
        }}
        onShownChange={onPasswordShown}
      />
      <Button type="submit" tone="primary" wide busy={busy} className={styles.submit}>
        {t('login.submit')}
      </Button>
      <Suspense>
        <PasskeyLogin />
      </Suspense>
      <p className={styles.other}>
        {t('login.noAccount')}
        <Link to="/register" onClick={() => session.closeLogin({ keepRedirect: true })}>
          {t('login.toRegister')}
        </Link>
        <Link to="/recover" onClick={() => session.closeLogin({ keepRedirect: true })}>
          {t('login.forgotten')}
        </Link>
      </p>
    </form>
  );
}
