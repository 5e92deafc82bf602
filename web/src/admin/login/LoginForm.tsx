import { useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field, PasswordField } from '../../ui/Field.tsx';
import { api } from '../core/api.ts';
import { consoleSession } from '../core/session.ts';
import { CodeField, isCode } from './CodeField.tsx';
import styles from './LoginScreen.module.css';
import { Refusal } from './Refusal.tsx';
import { t } from './texts.ts';
import { useForm } from './use-form.ts';

interface LoginFormProps {
  /** Known from the set-up of the second factor. */
  account: string;
  hint: string | null;
  /** The session goes on if the operator does not log in. */
  isEarly: boolean;
  onFirst: () => void;
}

export function LoginForm({ account, hint, isEarly, onFirst }: LoginFormProps) {
  const code = useRef<HTMLInputElement>(null);
  const { field, set, submit, isSending, refusal } = useForm(
    { account, password: '', code: '' },
    {
      check(name, value) {
        if (name === 'code') return isCode(value) ? null : t('missing.code');
        return value.trim() === '' ? t(`missing.${name}`) : null;
      },
      async send({ account: username, password, code: typed }) {
        try {
          consoleSession.open(await api.startConsole({ body: { username, password, code: typed } }));
        } catch (error) {
          // A code counts once.
          set('code', '');
          code.current?.focus();
          throw error;
        }
      },
    },
  );
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      {hint && <p className={styles.hint}>{hint}</p>}
      <Field
        label={t('account')}
        icon="user"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={64}
        {...field('account')}
      />
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        maxLength={256}
        {...field('password')}
      />
      <CodeField ref={code} {...field('code')} />
      <Refusal text={refusal} />
      <Button type="submit" tone="primary" wide busy={isSending}>
        {t('logIn')}
      </Button>
      <div className={styles.links}>
        {isEarly ? (
          <Button small tone="quiet" onClick={consoleSession.cancelLogin}>
            {t('back')}
          </Button>
        ) : (
          <Button small tone="quiet" onClick={onFirst}>
            {t('first')}
          </Button>
        )}
      </div>
    </form>
  );
}
