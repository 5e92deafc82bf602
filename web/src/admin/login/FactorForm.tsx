import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { Field, PasswordField } from '../../ui/Field.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { toast } from '../../ui/toast-store.ts';
import { api } from '../core/api.ts';
import { CodeField, isCode } from './CodeField.tsx';
import styles from './LoginScreen.module.css';
import { Refusal } from './Refusal.tsx';
import { t } from './texts.ts';
import { useForm } from './use-form.ts';

interface FactorFormProps {
  /** The factor is set up. */
  done: (account: string) => void;
  onLogin: () => void;
}

interface Enrolment {
  body: { username: string; password: string; invitation: string };
  uri: string;
  secret: string;
}

/** Sets up the second factor with an invitation: first the secret, then its first code. */
export function FactorForm({ done, onLogin }: FactorFormProps) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  if (enrolment) return <Confirm enrolment={enrolment} done={done} />;
  return <Invited onSecret={setEnrolment} onLogin={onLogin} />;
}

interface InvitedProps {
  onSecret: (enrolment: Enrolment) => void;
  onLogin: () => void;
}

function Invited({ onSecret, onLogin }: InvitedProps) {
  const { field, submit, isSending, refusal } = useForm(
    { account: '', password: '', invitation: '' },
    {
      check: (name, value) => (value.trim() === '' ? t(`missing.${name}`) : null),
      async send({ account: username, password, invitation }) {
        const body = { username, password, invitation: invitation.trim() };
        onSecret({ body, ...(await api.enrolFactor({ body })) });
      },
    },
  );
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <p className={styles.hint}>{t('setUpHint')}</p>
      <Field label={t('account')} icon="user" autoComplete="username" maxLength={64} {...field('account')} />
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        maxLength={256}
        {...field('password')}
      />
      <Field
        label={t('invitation')}
        icon="sign-in"
        autoComplete="off"
        maxLength={64}
        {...field('invitation')}
      />
      <Refusal text={refusal} />
      <Button type="submit" tone="primary" wide busy={isSending}>
        {t('next')}
      </Button>
      <div className={styles.links}>
        <Button small tone="quiet" onClick={onLogin}>
          {t('toLogin')}
        </Button>
      </div>
    </form>
  );
}

/** Groups of four characters are typed without losing one's place. */
function grouped(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}

function Confirm({
  enrolment: { body, uri, secret },
  done,
}: Pick<FactorFormProps, 'done'> & { enrolment: Enrolment }) {
  const { field, submit, isSending, refusal } = useForm(
    { code: '' },
    {
      check: (_, value) => (isCode(value) ? null : t('missing.code')),
      async send({ code }) {
        await api.enrolFactor({ body: { ...body, code } });
        toast.success(t('confirmed'), { duration: 8_000 });
        done(body.username);
      },
    },
  );
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <p className={styles.hint}>{t('scan')}</p>
      <QrCode text={uri} label={t('qr')} />
      <p className={styles.hint}>{t('secret')}</p>
      <output className={styles.secret}>{grouped(secret)}</output>
      <Button small icon="copy" onClick={() => void copyText(secret, t('copied'))}>
        {t('copy')}
      </Button>
      <p className={styles.hint}>{t('apart')}</p>
      <CodeField {...field('code')} />
      <Refusal text={refusal} />
      <Button type="submit" tone="primary" wide busy={isSending}>
        {t('confirm')}
      </Button>
    </form>
  );
}
