import type { ComponentProps } from 'react';
import { Field } from '../../ui/Field.tsx';
import { t } from './texts.ts';

/** Returns whether a text is a code of the second factor. */
export function isCode(text: string): boolean {
  return /^\d{6}$/.test(text);
}

/** The code of the authenticator. */
export function CodeField(props: Omit<ComponentProps<typeof Field>, 'label'>) {
  return (
    <Field
      label={t('code')}
      hint={t('codeHint')}
      icon="device-mobile"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      {...props}
    />
  );
}
