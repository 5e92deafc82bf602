import { ApiError, AVATARS, type User } from '@doushouqi/protocol';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, Suspense, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { changePassword } from '../../client/account-calls.ts';
import { api } from '../../client/api.ts';
import { made } from '../../client/made.ts';
import { letterStore } from '../../client/sanctions.ts';
import { session, useSession } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { useSavedChoice } from '../../client/use-saved-choice.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ChoiceGrid } from '../../ui/ChoiceGrid.tsx';
import { PasswordField } from '../../ui/Field.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { toast } from '../../ui/toast-store.ts';
import { useReviewAfterChange } from './access/queries.ts';
import { NotLoaded } from './NotLoaded.tsx';
import { OwnPasswordField } from './OwnPasswordField.tsx';
import { NO_PASSWORDS, type PasswordFault, type PasswordValues, passwordFault } from './password-form.ts';
import styles from './SettingsPage.module.css';
import { t } from './texts.ts';

const Preferences = lazyPart(() => import('../../shared/table/Preferences.tsx'));
const AccountCard = lazyPart(() => import('./account/AccountCard.tsx'));
const Calls = lazyPart(() => import('./calls/Calls.tsx'));

/** Version of the root `package.json`, inserted by Vite. */
declare const __VERSION__: string;

/** A guest has no password: registering adds one. */
function GuestAccount() {
  return (
    <>
      <h2 className={styles.title}>{t('guest.title')}</h2>
      <p className={styles.hint}>{t('guest.hint')}</p>
      <div className={styles.ways}>
        <ButtonLink to="/register" icon="identification-card">
          {appText('session.register')}
        </ButtonLink>
        <Button icon="sign-in" onClick={() => session.requestLogin()}>
          {appText('session.logIn')}
        </Button>
      </div>
    </>
  );
}

/** Leads to the letters of the operators and the outcomes of reports. */
function ToLetters() {
  const count = useStore(letterStore, ({ letters }) => letters?.filter(({ isSeen }) => !isSeen).length ?? 0);
  return (
    <ButtonLink to="/letters" icon="scroll">
      {count > 0 ? t('toUnread', { count }) : t('toLetters')}
    </ButtonLink>
  );
}

/** Settings of the account (avatar, password, board theme) and of this device. */
export default function SettingsPage() {
  const user = useSession((state) => state.user);
  return (
    <>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <PageHeader title={t('title')} />
      {user && (
        <main className={styles.main}>
          <Card framed className={styles.card}>
            <AvatarPicker user={user} />
          </Card>
          <Card framed className={styles.card}>
            {user.isGuest ? <GuestAccount /> : <PasswordForm />}
          </Card>
          {!user.isGuest && (
            <Card framed className={styles.card}>
              <Suspense>
                <AccountCard />
              </Suspense>
            </Card>
          )}
          <Card framed className={styles.card}>
            <h2 className={styles.title}>{t('preferences.title')}</h2>
            <p className={styles.hint}>{t('preferences.hint')}</p>
            <Suspense>
              <Preferences />
            </Suspense>
            <Suspense>
              <Calls user={user} />
            </Suspense>
          </Card>
          <nav className={styles.ways}>
            <ToLetters />
            <ButtonLink to="/themes" icon="palette">
              {t('toThemes')}
            </ButtonLink>
            <ButtonLink to="/" icon="house">
              {appText('backHome')}
            </ButtonLink>
          </nav>
          <footer className={styles.version}>{t('version', { version: __VERSION__ })}</footer>
        </main>
      )}
    </>
  );
}

type AvatarFile = (typeof AVATARS)[number];

/** `/avatar/config.json`. */
interface AvatarConfig {
  avatars: { id: string; name: string; filename: AvatarFile }[];
}

async function fetchAvatars(): Promise<AvatarConfig['avatars']> {
  const response = await fetch('/avatar/config.json');
  if (!response.ok) throw new Error('No list of avatars');
  return ((await response.json()) as AvatarConfig).avatars;
}

/** All avatars; a press selects one. */
export function AvatarPicker({ user }: { user: User }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['avatars'],
    queryFn: fetchAvatars,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const current = user.avatar as AvatarFile;
  const { pending, choose } = useSavedChoice<AvatarFile>(
    {
      change: (avatar) => ({ avatar }),
      save: (avatar) => made(api.setAvatar({ body: { avatar } })),
    },
    {
      updated: () => t('avatar.updated'),
      failed: (reason) => (reason ? t('avatar.failedBecause', { reason }) : t('avatar.failed')),
    },
  );
  const names = new Map(data?.map(({ filename, name }) => [filename, name]));
  return (
    <section aria-labelledby="avatar-title">
      <div className={styles.head}>
        <Avatar file={current} size={56} />
        <div className={styles.words}>
          <h2 id="avatar-title">{t('avatar.title')}</h2>
          <p>{names.get(current) ?? t('avatar.hint')}</p>
        </div>
      </div>
      {data ? (
        <ChoiceGrid
          label={t('avatar.title')}
          items={[...names.keys()]}
          nameOf={(file) => names.get(file) ?? file}
          current={current}
          pending={pending}
          onChoose={(file) => void choose(file, current)}
          className={styles.grid}
          itemClassName={styles.choice}
        >
          {(file) => <Avatar file={file} size={60} />}
        </ChoiceGrid>
      ) : isError ? (
        <NotLoaded text={t('avatar.loadFailed')} onRetry={refetch} />
      ) : (
        <div className={styles.grid}>
          {AVATARS.map((file) => (
            <Skeleton key={file} className={styles.block} />
          ))}
        </div>
      )}
    </section>
  );
}

/** State of the form: the values, and the one error that is shown until its field changes. */
function usePasswordForm() {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(NO_PASSWORDS);
  const [fault, setFault] = useState<PasswordFault>(null);
  const [busy, setBusy] = useState(false);
  const review = useReviewAfterChange();

  const refuse = (found: NonNullable<PasswordFault>) => {
    setFault(found);
    form.current?.querySelector<HTMLInputElement>(`[name=${found.field}]`)?.focus();
  };
  const fail = (error: unknown) => {
    const message = error instanceof ApiError ? error.message : '';
    if (error instanceof ApiError && error.code === 'WRONG_PASSWORD')
      return refuse({ field: 'oldPassword', message });
    // After a logout, another message is already shown.
    if (session.store.getState().user) toast.error(message || t('password.failed'));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = passwordFault(values);
    if (found) return refuse(found);
    setBusy(true);
    const { oldPassword, newPassword } = values;
    try {
      await changePassword(oldPassword, newPassword);
      setValues(NO_PASSWORDS);
      toast.success(t('password.changed'));
      await review();
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  const bind = (name: keyof PasswordValues) => ({
    name,
    value: values[name],
    error: fault?.field === name ? fault.message : undefined,
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      setFault(null);
    },
  });
  return { form, busy, submit, bind };
}

/** Changes the password. Afterwards every other window and device is logged out. */
export function PasswordForm() {
  const { form, busy, submit, bind } = usePasswordForm();
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit} aria-labelledby="password-title">
      <h2 id="password-title">{t('password.title')}</h2>
      <p className={styles.hint}>{t('password.hint')}</p>
      <OwnPasswordField {...bind('oldPassword')} label={t('password.old')} />
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
