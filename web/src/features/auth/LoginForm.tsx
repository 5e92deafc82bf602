import { ApiError } from '@doushouqi/protocol';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { api } from '../../client/api.ts';
import { logged } from '../../client/log.ts';
import { session } from '../../client/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, PasswordField } from '../../ui/Field.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './AuthForm.module.css';
import { t } from './texts.ts';
import { type LoginValues, loginErrors } from './validation.ts';

interface LoginFormProps {
  onPasswordFocus: (focused: boolean) => void;
  onPasswordShown: (shown: boolean) => void;
}

/** The state of the form: values, what was left once, what the server refused, whether an answer is awaited. */
function useLoginForm() {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<LoginValues>({ username: '', password: '' });
  const [checked, setChecked] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const errors = loginErrors(values);
  if (refused) errors.password ??= refused;

  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  const refuse = (error: unknown) => {
    setBusy(false);
    const message = (error instanceof ApiError && error.message) || t('login.failed');
    // What the person typed is wrong: said where it is typed. Everything else is no fault of theirs.
    if (!(error instanceof ApiError && error.code === 'LOGIN_FAILED')) return void toast.error(message);
    setRefused(message);
    focus('password');
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(['username', 'password']);
    const first = Object.keys(loginErrors(values))[0];
    if (first) return focus(first);
    setBusy(true);
    try {
      session.login(await logged('The login failed', api.login({ body: values })));
      toast.success(t('login.success'));
      await navigate(...session.takeRedirect());
    } catch (error) {
      refuse(error);
    }
  };
  const bind = (name: keyof LoginValues) => ({
    name,
    value: values[name],
    error: checked.includes(name) ? errors[name] : undefined,
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      setRefused(undefined);
    },
  });
  const leave = (name: keyof LoginValues) => setChecked((names) => [...names, name]);
  return { form, busy, submit, bind, leave };
}

/** Account and password; checked on blur and again on submit (spec §5). */
export function LoginForm({ onPasswordFocus, onPasswordShown }: LoginFormProps) {
  const { form, busy, submit, bind, leave } = useLoginForm();
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
        onBlur={() => leave('username')}
      />
      <PasswordField
        {...bind('password')}
        label={t('password')}
        placeholder={t('enterPassword')}
        autoComplete="current-password"
        onFocus={() => onPasswordFocus(true)}
        onBlur={() => {
          onPasswordFocus(false);
          leave('password');
        }}
        onShownChange={onPasswordShown}
      />
      <Button type="submit" tone="primary" wide busy={busy} className={styles.submit}>
        {t('login.submit')}
      </Button>
      <p className={styles.other}>
        {t('login.noAccount')}
        <Link to="/register" onClick={() => session.closeLogin({ keepRedirect: true })}>
          {t('login.toRegister')}
        </Link>
      </p>
    </form>
  );
}
