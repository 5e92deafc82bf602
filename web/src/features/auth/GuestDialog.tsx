import { ApiError, type GuestName, guestName, type Session } from '@doushouqi/protocol';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../../client/api.ts';
import { isForGuests } from '../../client/login-reasons.ts';
import type { LoginReason } from '../../client/login-texts.ts';
import { withProof } from '../../client/proof.ts';
import { randomId } from '../../client/random-id.ts';
import { session, useSession } from '../../client/session.ts';
import { KEYS, tabStorage } from '../../client/storage.ts';
import { t as appText } from '../../client/texts.ts';
import { usePlayNumbers } from '../../shared/pairing/play-numbers.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Dialog, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { MEDIA } from '../../ui/media.ts';
import { t as uiText } from '../../ui/texts.ts';
import { toast } from '../../ui/toast-store.ts';
import { useMedia } from '../../ui/use-browser.ts';
import { PeekingLeopard } from './AuthForm.tsx';
import styles from './GuestDialog.module.css';
import { t } from './texts.ts';
import { useWays } from './use-ways.ts';
import { nicknameError } from './validation.ts';

/** Returns the key of a new guest with this name, the same after a reload. */
function keyFor(nickname: string): string {
  const [known, name] = tabStorage.getItem(KEYS.newGuest)?.split(' ', 2) ?? [];
  if (known !== undefined && name === encodeURIComponent(nickname)) return known;
  const key = randomId();
  tabStorage.setItem(KEYS.newGuest, `${key} ${encodeURIComponent(nickname)}`);
  return key;
}

/** Creates a guest; if the reply was lost, the next attempt with the same name returns the guest. Throws `ApiError`. */
async function createGuest({ nickname, avatar }: GuestName): Promise<Session> {
  const body = { nickname, avatar, key: keyFor(nickname) };
  const made = await withProof((work) => api.createGuest({ body: { ...body, ...work } }));
  tabStorage.removeItem(KEYS.newGuest);
  return made;
}

/** Refusals that concern the nickname. */
const ABOUT_NAME = ['NICKNAME_TAKEN', 'NICKNAME_RESERVED', 'IMPROPER_NICKNAME'];
/** Generated nicknames that are tried before the user reads that one is taken. */
const TRIES = 4;

/** Offers a visitor to play as a guest, beside login and registration. The session store opens it. */
export default function GuestDialog({ open }: { open: boolean }) {
  const phone = useMedia(MEDIA.phone);
  const why = useSession(({ loginWish }) => loginWish.why);
  const ways = useWays();
  const play = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={() => session.closeLogin()}
      className={styles.dialog}
      decoration={<PeekingLeopard />}
      initialFocus={play}
    >
      <div className={styles.columns}>
        <div>
          <DialogTitle className={styles.title}>{t('guest.title')}</DialogTitle>
          <DialogDescription className={styles.lead}>
            <Waiting why={why} />
          </DialogDescription>
          {ways?.guests === false ? (
            <p role="status">{ways.text || t('guest.closed')}</p>
          ) : (
            <>
              <GuestForm play={play} />
              <p className={styles.note}>{t(phone ? 'guest.note.phone' : 'guest.note.device')}</p>
            </>
          )}
        </div>
        <div className={styles.ways}>
          <p>{t('guest.hasAccount')}</p>
          <Button wide onClick={() => session.resumeLogin()}>
            {appText('session.logIn')}
          </Button>
          {ways?.registration !== 'closed' && <Registering />}
        </div>
      </div>
      <IconButton
        icon="x"
        label={uiText('close')}
        className={styles.close}
        onClick={() => session.closeLogin()}
      />
    </Dialog>
  );
}

/** The way to an account, and what it gives. */
function Registering() {
  const navigate = useNavigate();
  const register = async (): Promise<void> => {
    session.closeLogin({ keepRedirect: true });
    await navigate('/register');
  };
  return (
    <>
      <p>{t('guest.noAccount')}</p>
      <Button wide onClick={() => void register()}>
        {appText('session.register')}
      </Button>
      <ul>
        {(['rated', 'friends', 'kept'] as const).map((gain) => (
          <li key={gain}>
            <Icon name="check" />
            {t(`guest.gains.${gain}`)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What waits behind the dialog. */
function Waiting({ why }: { why: LoginReason | undefined }) {
  const waiting = usePlayNumbers()?.waiting ?? 0;
  if (why === 'seek' && waiting > 0) return t('guest.waiting', { count: waiting });
  return t(`guest.why.${isForGuests(why) ? why : 'seek'}`);
}

/** The nickname, generated or written, and the button that creates the guest and continues. */
function GuestForm({ play }: { play: RefObject<HTMLButtonElement | null> }) {
  const navigate = useNavigate();
  const [name, setName] = useState(() => guestName(Math.random));
  const [isWritten, setWritten] = useState(false);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const narrow = useMedia(MEDIA.narrow);

  const draw = (): void => {
    setName(guestName(Math.random));
    setWritten(false);
    setError(undefined);
  };
  const check = (): boolean => {
    const wrong = nicknameError(name.nickname);
    setError(wrong);
    return wrong === undefined;
  };
  /** A generated nickname that is taken is replaced. */
  const create = async (tried = name, left = isWritten ? 0 : TRIES): Promise<void> => {
    try {
      session.login(await createGuest(tried));
      await navigate(...session.takeRedirect());
    } catch (failure) {
      const code = failure instanceof ApiError ? failure.code : '';
      if (!ABOUT_NAME.includes(code)) {
        toast.error((failure instanceof ApiError && failure.message) || t('guest.failed'));
        return;
      }
      if (left > 0) return create(guestName(Math.random), left - 1);
      setWritten(true);
      setError((failure as ApiError).message);
      input.current?.focus();
    }
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || !check()) return;
    setBusy(true);
    await create();
    setBusy(false);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.plate}>
        <Avatar file={name.avatar} size={narrow ? 38 : 54} />
        <div className={styles.name}>
          <small>{t('guest.yourName')}</small>
          {isWritten ? (
            <input
              ref={input}
              value={name.nickname}
              // biome-ignore lint/a11y/noAutofocus: the pencil was pressed to write
              autoFocus
              autoComplete="nickname"
              maxLength={24}
              aria-label={t('nickname')}
              aria-invalid={error !== undefined || undefined}
              aria-describedby={error && 'guest-name-error'}
              onChange={({ target }) => {
                setName({ ...name, nickname: target.value });
                setError(undefined);
              }}
              onBlur={check}
            />
          ) : (
            <b>{t('guest.name', { name: name.nickname })}</b>
          )}
        </div>
        <IconButton icon="dice-five" label={t('guest.another')} onClick={draw} />
        <IconButton icon="pencil-simple" label={t('guest.write')} onClick={() => setWritten(true)} />
      </div>
      {error && (
        <p id="guest-name-error" role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <Button ref={play} type="submit" tone="primary" wide busy={busy} className={styles.play}>
        {t('guest.play')}
      </Button>
    </form>
  );
}
