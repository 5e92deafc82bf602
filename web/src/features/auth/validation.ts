import { credentials, nickname, password, recoveryCode, registration, username } from '@doushouqi/protocol';
import { t } from './texts.ts';

interface LoginValues {
  username: string;
  password: string;
}

interface NewPassword {
  password: string;
  confirmPassword: string;
}

interface RegisterValues extends NewPassword {
  username: string;
  nickname: string;
}

interface RecoveryValues extends NewPassword {
  username: string;
  code: string;
}

/** Messages by field; a valid field has none. */
export type Errors<T> = Partial<Record<keyof T, string>>;

interface Schema {
  safeParse(value: unknown): { error?: { issues: { message: string }[] } | undefined };
}

function messageOf(schema: Schema, value: string): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

/** Returns the error of a nickname, undefined for a valid one. Pure. */
export function nicknameError(value: string): string | undefined {
  return messageOf(nickname, value);
}

function present<T>(errors: { [Key in keyof T]?: string | undefined }): Errors<T> {
  return Object.fromEntries(Object.entries(errors).filter(([, message]) => message)) as Errors<T>;
}

/** Returns the errors of a login form: both fields are required. The server checks the credentials. Pure. */
export function loginErrors(values: LoginValues): Errors<LoginValues> {
  const { shape } = credentials;
  return present<LoginValues>({
    username: messageOf(shape.username, values.username),
    password: messageOf(shape.password, values.password),
  });
}

function newPasswordErrors(values: NewPassword) {
  const { confirmPassword } = registration.shape;
  const differs = values.confirmPassword !== values.password ? t('passwordsDiffer') : undefined;
  return {
    password: messageOf(password, values.password),
    confirmPassword: messageOf(confirmPassword, values.confirmPassword) ?? differs,
  };
}

/** Returns the errors of a registration form, each field independent of the others. Pure. */
export function registerErrors(values: RegisterValues): Errors<RegisterValues> {
  return present<RegisterValues>({
    username: messageOf(username, values.username),
    nickname: messageOf(nickname, values.nickname),
    ...newPasswordErrors(values),
  });
}

/** Returns the errors of a registration without nickname and confirmation: a guest's. Pure. */
export function shortRegisterErrors(values: LoginValues): Errors<LoginValues> {
  return present<LoginValues>({
    username: messageOf(username, values.username),
    password: messageOf(password, values.password),
  });
}

/** Returns the error of an account's name, undefined for one that may exist. Pure. */
export function usernameError(value: string): string | undefined {
  return messageOf(credentials.shape.username, value);
}

/** Returns the errors of a new password and its confirmation. Pure. */
export function newPasswordFaults(values: NewPassword): Errors<NewPassword> {
  return present<NewPassword>(newPasswordErrors(values));
}

/** Returns the errors of a recovery form, each field independent of the others. Pure. */
export function recoveryErrors(values: RecoveryValues): Errors<RecoveryValues> {
  return present<RecoveryValues>({
    username: messageOf(credentials.shape.username, values.username),
    code: messageOf(recoveryCode, values.code),
    ...newPasswordErrors(values),
  });
}
