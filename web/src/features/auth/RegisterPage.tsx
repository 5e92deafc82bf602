import { ApiError, type ErrorCode } from '@doushouqi/protocol';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../../client/api.ts';
import { session } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field, PasswordField } from '../../ui/Field.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './AuthForm.module.css';
import { moodOf } from './moods.ts';
import { PeekingTiger } from './PeekingTiger.tsx';
import page from './RegisterPage.module.css';
import { t } from './texts.ts';
import { type RegisterValues, registerErrors } from './validation.ts';

const EMPTY: RegisterValues = { username: '', nickname: '', password: '', confirmPassword: '' };
type Name = keyof RegisterValues;

/** The field that a refusal of the server is about. */
const REFUSED: Partial<Record<ErrorCode, Name>> = {
  USERNAME_TAKEN: 'username',
  NICKNAME_TAKEN: 'nickname',
  NICKNAME_RESERVED: 'nickname',
  IMPROPER_NICKNAME: 'nickname',
};

/** The state of the form: values, what was left once, the value that the server refused. */
function useRegisterForm() {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(EMPTY);
  const [checked, setChecked] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<{ name: Name; value: string; message: string }>();
  const [busy, setBusy] = useState(false);
  const errors = registerErrors(values);
  if (refused && refused.value === values[refused.name]) errors[refused.name] ??= refused.message;

  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  const refuse = (error: unknown) => {
    setBusy(false);
    const name = error instanceof ApiError && error.code ? REFUSED[error.code as ErrorCode] : undefined;
    if (error instanceof ApiError && name) {
      setRefused({ name, value: values[name], message: error.message });
      focus(name);
      return;
    }
    toast.error((error instanceof ApiError && error.message) || t('register.failed'));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(Object.keys(EMPTY));
    const first = Object.keys(errors)[0];
    if (first) return focus(first);
    setBusy(true);
    try {
      session.login(await api.register({ body: values }));
      toast.success(t('register.success'));
      await navigate(...session.takeRedirect());
    } catch (error) {
      refuse(error);
    }
  };
  const leave = (name: Name) => setChecked((names) => [...names, name]);
  const bind = (name: Name) => ({
    name,
    value: values[name],
    error: checked.includes(name) ? errors[name] : undefined,
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
    onBlur: () => leave(name),
  });
  return { form, busy, submit, bind, leave };
}

interface RegisterFormProps {
  onPasswordFocus: (focused: boolean) => void;
  onPasswordShown: (shown: boolean) => void;
}

function RegisterForm({ onPasswordFocus, onPasswordShown }: RegisterFormProps) {
  const { form, busy, submit, bind, leave } = useRegisterForm();
  const bindPassword = (name: 'password' | 'confirmPassword') => ({
    ...bind(name),
    autoComplete: 'new-password',
    maxLength: 72,
    onFocus: () => onPasswordFocus(true),
    onBlur: () => {
      onPasswordFocus(false);
      leave(name);
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

/** Registration (design §10); afterwards the person is logged in and goes where they meant to go. */
export default function RegisterPage() {
  const [focused, setFocused] = useState(false);
  const [shown, setShown] = useState(false);
  const toLogin = () => session.resumeLogin();
  return (
    <>
      <title>{`${appText('session.register')} · ${appText('name')}`}</title>
      <PageHeader title={appText('session.register')} />
      <main className={page.main}>
        <div className={page.wrap}>
          <PeekingTiger mood={moodOf(focused, shown)} />
          <Card framed className={page.card}>
            <p className={page.lead}>{t('register.subtitle')}</p>
            <RegisterForm onPasswordFocus={setFocused} onPasswordShown={setShown} />
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
