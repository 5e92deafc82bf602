import { ApiError, type ErrorCode, type Session } from '@doushouqi/protocol';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import asleep from '../../../art/faces/tiger-asleep.svg';
import wink from '../../../art/faces/tiger-wink.svg';
import { session } from '../../client/session.ts';
import { cx } from '../../ui/cx.ts';
import { PasswordField } from '../../ui/Field.tsx';
import { FACES } from '../../ui/faces.ts';
import { toast } from '../../ui/toast-store.ts';
import styles from './AuthForm.module.css';
import { enter } from './enter.ts';
import { t } from './texts.ts';
import type { Errors } from './validation.ts';

interface FormOptions<Name extends string, Reply extends Session> {
  empty: Readonly<Record<Name, string>>;
  errorsOf: (values: Record<Name, string>) => Errors<Record<Name, string>>;
  send: (values: Record<Name, string>) => Promise<Reply>;
  /** The fields that a refusal of the server concerns. The last one shows the message until one of them changes. */
  refused: Partial<Record<ErrorCode, readonly NoInfer<Name>[]>>;
  success: string;
  failed: string;
  /** Handles a refusal that concerns no field, and returns whether it did. */
  onRefused?: (error: ApiError, values: Record<NoInfer<Name>, string>) => boolean;
  /** Continues after the login; default: the page that required it. */
  onLogin?: (reply: Reply) => void;
}

interface Refusal<Name extends string> {
  fields: readonly Name[];
  values: Readonly<Record<Name, string>>;
  message: string;
}

/** Returns the state of a form that logs the user in. A field is checked on blur, and all of them on submit. */
export function useAuthForm<Name extends string, Reply extends Session>(options: FormOptions<Name, Reply>) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(options.empty);
  const [checked, setChecked] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState<Refusal<Name>>();
  const [busy, setBusy] = useState(false);
  const errors = options.errorsOf(values);
  const refusedField = refusal?.fields.at(-1);
  if (refusal && refusedField && refusal.fields.every((name) => refusal.values[name] === values[name]))
    errors[refusedField] ??= refusal.message;

  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  const refuse = (error: unknown) => {
    setBusy(false);
    if (error instanceof ApiError && options.onRefused?.(error, values)) return;
    const message = (error instanceof ApiError && error.message) || options.failed;
    const fields =
      error instanceof ApiError && error.code ? options.refused[error.code as ErrorCode] : undefined;
    // An error unrelated to the fields is shown as a toast.
    if (!fields) return void toast.error(message);
    setRefusal({ fields, values, message });
    focus(fields.at(-1)!);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(Object.keys(values));
    const first = Object.keys(options.errorsOf(values))[0];
    if (first) return focus(first);
    setBusy(true);
    try {
      const reply = await options.send(values);
      if (!(await enter(reply, options.success))) {
        session.closeLogin();
        return setBusy(false);
      }
      if (options.onLogin) options.onLogin(reply);
      else await navigate(...session.takeRedirect());
    } catch (error) {
      refuse(error);
    }
  };
  const bind = (name: Name) => ({
    name,
    value: values[name],
    error: checked.includes(name) ? errors[name] : undefined,
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
    onBlur: () => setChecked((names) => [...names, name]),
  });
  return { form, busy, submit, bind };
}

export interface PasswordFormProps {
  onPasswordFocus: (focused: boolean) => void;
  onPasswordShown: (shown: boolean) => void;
}

interface NewPasswordProps extends PasswordFormProps {
  bind: (name: 'password' | 'confirmPassword') => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: { target: { value: string } }) => void;
    onBlur: () => void;
  };
  label: string;
}

/** A new password and its confirmation. */
export function NewPasswordFields({ bind, label, onPasswordFocus, onPasswordShown }: NewPasswordProps) {
  const bindPassword = (name: 'password' | 'confirmPassword') => ({
    ...bind(name),
    autoComplete: 'new-password',
    onFocus: () => onPasswordFocus(true),
    onBlur: () => {
      onPasswordFocus(false);
      bind(name).onBlur();
    },
    onShownChange: onPasswordShown,
  });
  return (
    <>
      <PasswordField {...bindPassword('password')} label={label} hint={t('passwordHint')} />
      <PasswordField {...bindPassword('confirmPassword')} label={t('confirmPassword')} />
    </>
  );
}

/** `open` by default, `asleep` while a password is typed, `wink` while it is shown. */
type Mood = 'open' | 'asleep' | 'wink';

const MOODS: Record<Mood, string> = { open: FACES.tiger, asleep, wink };

/** Returns the mood of the tiger, and the handlers for the password fields that set it. */
export function useMood(): { mood: Mood; follow: PasswordFormProps } {
  const [focused, setFocused] = useState(false);
  const [shown, setShown] = useState(false);
  const mood = shown ? 'wink' : focused ? 'asleep' : 'open';
  return { mood, follow: { onPasswordFocus: setFocused, onPasswordShown: setShown } };
}

/** A tiger that holds the upper edge of the sheet in front of it; needs a positioned, isolated parent. */
export function PeekingTiger({ mood }: { mood: Mood }) {
  return (
    <div className={styles.tiger} aria-hidden="true">
      {/* All three are rendered from the start, so that a change does not wait for a download. */}
      {Object.entries(MOODS).map(([name, src]) => (
        <img key={name} src={src} alt="" data-shown={name === mood} />
      ))}
      <div className={styles.paws}>
        <Paw fill="#EE9434" />
        <Paw fill="#EE9434" />
      </div>
    </div>
  );
}

/** The leopard that holds the upper edge of the guest's sheet. */
export function PeekingLeopard() {
  return (
    <div className={cx(styles.tiger, styles.leopard)} aria-hidden="true">
      <img src={FACES.leopard} alt="" data-shown="true" />
      <div className={styles.paws}>
        <Paw fill="#F2C24B" />
        <Paw fill="#F2C24B" />
      </div>
    </div>
  );
}

function Paw({ fill }: { fill: string }) {
  return (
    <svg viewBox="0 0 56 34" aria-hidden="true">
      <path
        d="M4 30C2 12 14 3 28 3S54 12 52 30C50 34 42 32 40 27C38 33 30 33 28 27C26 33 18 33 16 27C14 32 6 34 4 30Z"
        fill={fill}
        stroke="#2A211C"
        strokeWidth="2.6"
        strokeLinejoin="round"
      />
      <path d="M16 27V19M28 27V18M40 27V19" stroke="#2A211C" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  );
}
