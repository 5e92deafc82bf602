import { ApiError, type Session } from '@doushouqi/protocol';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ACCESS_PATH, setReviewDue } from '../../client/access.ts';
import { recover } from '../../client/account-calls.ts';
import { useFragment } from '../../client/address.ts';
import { api, clientOf } from '../../client/api.ts';
import { attempt } from '../../client/attempt.ts';
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
import { useWays } from './use-ways.ts';
import { newPasswordFaults, recoveryErrors, usernameError } from './validation.ts';

/** Ways to a new password: a recovery code, a request for a link, and the link itself (`#token`). */
type Way = 'code' | 'mail' | 'link';

/** Sets a new password; afterwards the user is logged in. */
export default function RecoverPage() {
  const token = useFragment();
  // A link that is opened in the same window begins again.
  return <Recovery key={token} token={token} />;
}

function Recovery({ token }: { token: string }) {
  const { mood, follow } = useMood();
  const [way, setWay] = useState<Way>(token === '' ? 'code' : 'link');
  const ways = useWays();
  const other = way === 'mail' ? 'code' : 'mail';
  return (
    <>
      <title>{`${t('recover.title')} · ${appText('name')}`}</title>
      <PageHeader title={t('recover.title')} />
      <main className={page.main}>
        <div className={page.wrap}>
          <PeekingTiger mood={mood} />
          <Card framed className={page.card}>
            <p className={page.lead}>{t(`recover.lead.${way}`)}</p>
            {way === 'code' && <CodeForm {...follow} />}
            {way === 'mail' && <MailForm />}
            {way === 'link' && <LinkForm token={token} {...follow} />}
            {ways?.mail && (
              <p className={styles.other}>
                <button type="button" onClick={() => setWay(other)}>
                  {t(`recover.to.${other}`)}
                </button>
              </p>
            )}
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

/** Returns what follows a new password: the review of what opens the account. The page that asked for the login waits. */
function useReview(): (reply: Session) => void {
  const navigate = useNavigate();
  return ({ user }) => {
    setReviewDue(user._id, true);
    void navigate(ACCESS_PATH, { replace: true });
  };
}

const ACCOUNT = {
  label: t('account'),
  icon: 'user',
  autoComplete: 'username',
  autoCapitalize: 'off',
  spellCheck: false,
  maxLength: 64,
} as const;

function CodeForm(follow: PasswordFormProps) {
  const { form, busy, submit, bind } = useAuthForm({
    empty: { username: '', code: '', password: '', confirmPassword: '' },
    errorsOf: recoveryErrors,
    send: (body) => keepingAccount((restore) => recover({ ...body, restore })),
    refused: { RECOVERY_FAILED: ['username', 'code'] },
    success: t('recover.success'),
    failed: t('recover.failed'),
    onLogin: useReview(),
  });
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <Field {...bind('username')} {...ACCOUNT} />
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

function LinkForm({ token, ...follow }: PasswordFormProps & { token: string }) {
  const { form, busy, submit, bind } = useAuthForm({
    empty: { password: '', confirmPassword: '' },
    errorsOf: newPasswordFaults,
    send: (body) =>
      keepingAccount((restore) => clientOf(null).resetPassword({ body: { ...body, token, restore } })).catch(
        (error: unknown) => {
          // The link counts once, and may have counted.
          if (error instanceof ApiError && error.code === 'NETWORK')
            throw new Error('no reply', { cause: error });
          throw error;
        },
      ),
    refused: {},
    success: t('recover.success'),
    failed: t('recover.unanswered'),
    onLogin: useReview(),
  });
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <NewPasswordFields bind={bind} label={t('recover.newPassword')} {...follow} />
      <Button type="submit" tone="primary" wide busy={busy}>
        {t('recover.submit')}
      </Button>
    </form>
  );
}

/** Asks for a link. What follows is the same for every account. */
function MailForm() {
  const [username, setUsername] = useState('');
  const [error, setError] = useState<string>();
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problem = usernameError(username);
    if (problem !== undefined) return setError(problem);
    setState('busy');
    const sent = await attempt(
      api.askForReset({ body: { username } }).then(() => {}),
      t('recover.failed'),
    );
    setState(sent ? 'sent' : 'asking');
  };
  if (state === 'sent') return <p role="status">{t('recover.sent')}</p>;
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Field
        {...ACCOUNT}
        value={username}
        error={error}
        onChange={({ target }) => {
          setUsername(target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" tone="primary" wide busy={state === 'busy'}>
        {t('recover.send')}
      </Button>
    </form>
  );
}
