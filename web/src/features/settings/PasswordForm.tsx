import { ApiError } from '@doushouqi/protocol';
import { type FormEvent, useRef, useState } from 'react';
import { api } from '../../client/api.ts';
import { session } from '../../client/session.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/Field.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './PasswordForm.module.css';
import { NO_PASSWORDS, type PasswordFault, type PasswordValues, passwordFault } from './password-form.ts';
import { t } from './texts.ts';

/** The state of the form: what was typed, and the one fault that is shown until its field changes. */
function usePasswordForm() {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(NO_PASSWORDS);
  const [fault, setFault] = useState<PasswordFault>(null);
  const [busy, setBusy] = useState(false);

  const refuse = (found: NonNullable<PasswordFault>) => {
    setFault(found);
    form.current?.querySelector<HTMLInputElement>(`[name=${found.field}]`)?.focus();
  };
  const fail = (error: unknown) => {
    const message = error instanceof ApiError ? error.message : '';
    if (error instanceof ApiError && error.code === 'WRONG_PASSWORD')
      return refuse({ field: 'oldPassword', message });
    // Whoever is not logged in any more has been told so already.
    if (session.store.getState().user) toast.error(message || t('password.failed'));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = passwordFault(values);
    if (found) return refuse(found);
    setBusy(true);
    const { oldPassword, newPassword } = values;
    try {
      await api.setPassword({ body: { oldPassword, newPassword } });
      setValues(NO_PASSWORDS);
      toast.success(t('password.changed'));
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  const bind = (name: keyof PasswordValues) => ({
    name,
    value: values[name],
    maxLength: name === 'oldPassword' ? 256 : 72,
    error: fault?.field === name ? fault.message : undefined,
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      setFault(null);
    },
  });
  return { form, busy, submit, bind };
}

/** Password change (spec §5): on success every other window and device is logged out, this one goes on. */
export function PasswordForm({ username }: { username: string }) {
  const { form, busy, submit, bind } = usePasswordForm();
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit} aria-labelledby="password-title">
      <h2 id="password-title">{t('password.title')}</h2>
      <p className={styles.hint}>{t('password.hint')}</p>
      {/* Tells password managers whose password it is. */}
      <input
        className="visually-hidden"
        name="username"
        autoComplete="username"
        value={username}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField {...bind('oldPassword')} label={t('password.old')} autoComplete="current-password" />
      <PasswordField
        {...bind('newPassword')}
        label={t('password.new')}
        hint={t('password.rule')}
        autoComplete="new-password"
      />
      <PasswordField {...bind('confirmPassword')} label={t('password.confirm')} autoComplete="new-password" />
      <Button type="submit" tone="primary" wide busy={busy}>
        {t('password.submit')}
      </Button>
    </form>
  );
}
