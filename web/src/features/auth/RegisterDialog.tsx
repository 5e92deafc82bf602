import type { User } from '@doushouqi/protocol';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { register } from '../../client/account-calls.ts';
import { useOwnTotals } from '../../client/own-totals.ts';
import { withProof } from '../../client/proof.ts';
import { session, useSession } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { controlText, isSamePool, poolOf } from '../../shared/pairing/pools.ts';
import { t as pairingText } from '../../shared/pairing/texts.ts';
import { usePools } from '../../shared/pairing/use-search.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Dialog, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { Field, PasswordField } from '../../ui/Field.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { t as uiText } from '../../ui/texts.ts';
import form from './AuthForm.module.css';
import { PeekingLeopard, useAuthForm } from './AuthForm.tsx';
import dialog from './GuestDialog.module.css';
import styles from './RegisterDialog.module.css';
import { t } from './texts.ts';
import { useWays } from './use-ways.ts';
import { shortRegisterErrors } from './validation.ts';

/** Registers a guest for what was pressed, which goes on at once. The session store opens it. */
export default function RegisterDialog({ open }: { open: boolean }) {
  const user = useSession((state) => state.user);
  const why = useSession(({ loginWish }) => loginWish.why);
  const ways = useWays();
  const what = useRef<'rated' | 'keep' | 'other'>('other');
  // The wish is gone while the dialog closes.
  if (open && user?.isGuest) what.current = why === 'rated' || why === 'keep' ? why : 'other';
  return (
    <Dialog
      open={open}
      onClose={() => session.closeLogin()}
      className={styles.dialog}
      decoration={<PeekingLeopard />}
    >
      <DialogTitle className={dialog.title}>{t(`guestRegister.title.${what.current}`)}</DialogTitle>
      {ways?.registration === 'closed' ? (
        <p role="status">{ways.text || t('register.closed')}</p>
      ) : (
        <>
          <DialogDescription className={styles.lead}>
            {t(`guestRegister.lead.${what.current}`)}
          </DialogDescription>
          {user && <Kept user={user} />}
          <ShortForm user={user} submit={t(`guestRegister.submit.${what.current}`)} />
        </>
      )}
      <p className={form.other}>
        {t('register.hasAccount')}
        <button type="button" onClick={() => session.resumeLogin()}>
          {appText('session.logIn')}
        </button>
      </p>
      <IconButton
        icon="x"
        label={uiText('close')}
        className={dialog.close}
        onClick={() => session.closeLogin()}
      />
    </Dialog>
  );
}

/** What the account takes over, and the pool that was pressed. */
function Kept({ user }: { user: User }) {
  const games = useOwnTotals(user._id)?.games ?? 0;
  return (
    <div className={styles.plate}>
      <Avatar file={user.avatar} size={46} />
      <span className={dialog.name}>
        <b>{user.nickname}</b>
        <small>{games > 0 ? t('guestRegister.kept', { count: games }) : t('guestRegister.keptNone')}</small>
      </span>
      <PressedPool />
    </div>
  );
}

function PressedPool() {
  const intention = useSession(({ loginWish }) => loginWish.intention);
  const pool = intention?.action === 'seek' ? poolOf(intention.of) : null;
  const { data } = usePools(pool !== null);
  if (!pool) return null;
  const waiting = data?.pools.find((one) => isSamePool(one, pool))?.waiting ?? 0;
  const words = [
    controlText(pool),
    ...(waiting > 0 ? [pairingText('pool.waiting', { count: waiting })] : []),
  ];
  return <Chip tone="jade">{words.join(' · ')}</Chip>;
}

function ShortForm({ user, submit: label }: { user: User | null; submit: string }) {
  const navigate = useNavigate();
  const isHeld = useSession(({ loginWish }) => loginWish.intention?.action === 'seek');
  const {
    form: ref,
    busy,
    submit,
    bind,
  } = useAuthForm({
    empty: { username: '', password: '' },
    errorsOf: shortRegisterErrors,
    send: (values) =>
      withProof((work) => {
        const nickname = user?.nickname ?? '';
        return register({ ...values, confirmPassword: values.password, nickname, ...work }, true, isHeld);
      }),
    refused: { USERNAME_TAKEN: ['username'], USERNAME_RESERVED: ['username'] },
    success: t('register.success'),
    failed: t('register.failed'),
    // Else the page follows the recovery codes.
    onLogin: () => isHeld && void navigate(...session.takeRedirect()),
  });
  return (
    <form ref={ref} className={form.form} noValidate onSubmit={submit}>
      <Field
        {...bind('username')}
        label={t('account')}
        placeholder={t('register.accountHint')}
        icon="user"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={20}
      />
      <PasswordField
        {...bind('password')}
        label={t('password')}
        placeholder={t('passwordHint')}
        autoComplete="new-password"
      />
      <Button type="submit" tone="primary" wide busy={busy}>
        {label}
      </Button>
    </form>
  );
}
