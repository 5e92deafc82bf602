import { password } from '@doushouqi/protocol';
import { t } from './texts.ts';

export interface PasswordValues {
  oldPassword: string;
  newPassword: string;
  confirmPassword: string;
}

export const NO_PASSWORDS: PasswordValues = { oldPassword: '', newPassword: '', confirmPassword: '' };

/** The message and its field; null if the form is valid. */
export type PasswordFault = { field: keyof PasswordValues; message: string } | null;

/** Checks the form in order: no field is empty, the new password is valid, and the confirmation equals it. */
export function passwordFault(values: PasswordValues): PasswordFault {
  const fields = Object.keys(NO_PASSWORDS) as (keyof PasswordValues)[];
  const missing = fields.find((field) => values[field] === '');
  if (missing) return { field: missing, message: t('password.fillAll') };
  const refused = password.safeParse(values.newPassword).error?.issues[0]?.message;
  if (refused) return { field: 'newPassword', message: refused };
  if (values.newPassword === values.confirmPassword) return null;
  return { field: 'confirmPassword', message: t('password.differ') };
}
