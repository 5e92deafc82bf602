import { ApiError } from '@doushouqi/protocol';
import { type FormEvent, useRef, useState } from 'react';
import { logFailure } from '../../client/log.ts';
import { t } from './texts.ts';

interface FormOptions<Name extends string> {
  /** Returns the message of a field that is not filled in, or null. */
  check: (name: Name, value: string) => string | null;
  send: (values: Readonly<Record<Name, string>>) => Promise<void>;
}

function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) {
    logFailure('The login failed', error);
    return t('failed');
  }
  if (error.code === 'NETWORK') return t('unanswered');
  return error.status >= 500 && error.status !== 503 ? t('failed') : error.message;
}

/** A form that is sent once at a time; what is wrong stands at its field, a refusal above the button. */
export function useForm<Name extends string>(
  initial: Record<Name, string>,
  { check, send }: FormOptions<Name>,
) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const running = useRef(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (running.current) return;
    const names = Object.keys(values) as Name[];
    const found = names.flatMap((name) => {
      const error = check(name, values[name]);
      return error === null ? [] : [[name, error] as const];
    });
    setErrors(Object.fromEntries(found) as Partial<Record<Name, string>>);
    setRefusal(null);
    if (found.length > 0) return;
    running.current = true;
    setSending(true);
    try {
      await send(values);
    } catch (error) {
      setRefusal(messageOf(error));
    }
    running.current = false;
    setSending(false);
  };
  return {
    submit: (event: FormEvent) => void submit(event),
    isSending,
    refusal,
    set: (name: Name, value: string) => setValues((known) => ({ ...known, [name]: value })),
    /** Attributes of a field. */
    field: (name: Name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange(event: { target: { value: string } }) {
        setValues((known) => ({ ...known, [name]: event.target.value }));
        setErrors(({ [name]: _, ...others }) => others as Partial<Record<Name, string>>);
        setRefusal(null);
      },
    }),
  };
}
