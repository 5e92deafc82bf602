import type { ComponentProps } from 'react';
import { Field } from '../../ui/Field.tsx';
import { t } from './texts.ts';

/** The password of a private tournament; readable, since it is passed on. */
export function PasswordInput(props: Omit<ComponentProps<typeof Field>, 'label'>) {
  return (
    <Field
      {...props}
      label={t('password.label')}
      icon="lock-key"
      name="tournament-password"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
    />
  );
}
