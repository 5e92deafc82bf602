import { api } from '../../client/api.ts';
import { session } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
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
import { keepingAccount } from './keep-account.ts';
import page from './RegisterPage.module.css';
import { t } from './texts.ts';
import { recoveryErrors } from './validation.ts';

/** Sets a new password by a recovery code; afterwards the user is logged in. */
export default function RecoverPage() {
  const { mood, follow } = useMood();
  return (
    <>
      <title>{`${t('recover.title')} · ${appText('name')}`}</title>
      <PageHeader title={t('recover.title')} />
      <main className={page.main}>
        <div className={page.wrap}>
          <PeekingTiger mood={mood} />
          <Card framed className={page.card}>
            <p className={page.lead}>{t('recover.subtitle')}</p>
            <RecoverForm {...follow} />
            <p className={styles.other}>
              {t('recover.remembered')}
              <button type="button" onClick={() => session.resumeLogin()}>
                {t('register.toLogin')}
              </button>
            </p>
          </Card>
        </div>
      </main>
    </>
  );
}

function RecoverForm(follow: PasswordFormProps) {
  const { form, busy, submit, bind } = useAuthForm({
    empty: { username: '', code: '', password: '', confirmPassword: '' },
    errorsOf: recoveryErrors,
    send: (body) => keepingAccount((restore) => api.recover({ body: { ...body, restore } })),
    refused: { RECOVERY_FAILED: ['username', 'code'] },
    success: t('recover.success'),
    failed: t('recover.failed'),
  });
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <Field
        {...bind('username')}
        label={t('account')}
        icon="user"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={64}
      />
      <Field
        {...bind('code')}
        label={t('recover.code')}
        hint={t('recover.codeHint')}
        icon="identification-card"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
      />
      <NewPasswordFields bind={bind} label={t('recover.newPassword')} {...follow} />
      <Button type="submit" tone="primary" wide busy={busy}>
        {t('recover.submit')}
      </Button>
    </form>
  );
}
