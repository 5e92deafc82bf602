import { type Challenge, TIME_CONTROLS, timeClassOf } from '@doushouqi/protocol';
import { useState } from 'react';
import { api } from '../../client/api.ts';
import { callPairing } from '../../client/pairing-call.ts';
import { useSanction } from '../../client/sanctions.ts';
import { useSession } from '../../client/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useRatings } from '../ratings/queries.ts';
import { attemptRated } from './attempt-rated.ts';
import styles from './ChallengeDialog.module.css';
import { challengeText } from './challenge-texts.ts';
import { challengeLink, useRefreshChallenges } from './challenges.ts';
import { controlText, DEFAULT_POOL, poolOf } from './pools.ts';
import { t } from './texts.ts';

interface ChallengeDialogProps {
  open: boolean;
  onClose: () => void;
  /** The challenged friend; absent for an open challenge. */
  to?: { _id: string; nickname: string } | undefined;
}

const KINDS = ['rated', 'casual'] as const;
const COLORS = ['random', 'red', 'blue'] as const;
const AUDIENCES = ['all', 'near', 'link'] as const;
/** Maximum difference to the user's own rating for an acceptance. */
const NEAR = 200;
const LOWEST = 0;
const HIGHEST = 4_000;

interface Wish {
  control: string;
  kind: (typeof KINDS)[number];
  color: (typeof COLORS)[number];
  who: (typeof AUDIENCES)[number];
}
const FIRST_WISH: Wish = { control: controlText(DEFAULT_POOL), kind: 'casual', color: 'random', who: 'all' };

/** Dialog that challenges a friend, all members, or any user with the link. */
export default function ChallengeDialog({ open, onClose, to }: ChallengeDialogProps) {
  const [made, setMade] = useState<Challenge | null>(null);
  const close = (): void => {
    setMade(null);
    onClose();
  };
  const title = made
    ? challengeText('dialog.linkTitle')
    : to
      ? challengeText('dialog.titleTo', { name: to.nickname })
      : challengeText('dialog.title');
  return (
    <Dialog open={open} onClose={close} className={styles.dialog}>
      <DialogTitle className={styles.title}>{title}</DialogTitle>
      {made ? <Link challenge={made} onClose={close} /> : <Form to={to} onClose={close} onLink={setMade} />}
    </Dialog>
  );
}

/** Creates the challenge. Resolves to null on failure. */
function useOpening(to: ChallengeDialogProps['to']) {
  const refresh = useRefreshChallenges();
  const userId = useSession(({ user }) => user?._id ?? '');
  const userRatings = useRatings(userId).data;
  const [busy, setBusy] = useState(false);
  const open = async ({ control, kind, color, who }: Wish): Promise<Challenge | null> => {
    const pool = poolOf(`${control}:${kind}`) ?? DEFAULT_POOL;
    const own = userRatings?.[timeClassOf(pool)].rating;
    const isNear = who === 'near' && to === undefined && own !== undefined;
    const range = isNear ? { min: Math.max(LOWEST, own - NEAR), max: Math.min(HIGHEST, own + NEAR) } : null;
    const toOne = to ? { toId: to._id } : { range, unlisted: who === 'link' };
    let made: Challenge | null = null;
    const send = async (): Promise<void> => {
      made = (await api.createChallenge({ body: { ...pool, color, ...toOne } })).challenge;
    };
    setBusy(true);
    await attemptRated(send(), challengeText('challenges.failed'));
    setBusy(false);
    // PairingHost reports the acceptance.
    callPairing();
    refresh();
    return made;
  };
  return { busy, open };
}

interface FormProps extends Pick<ChallengeDialogProps, 'to' | 'onClose'> {
  onLink: (challenge: Challenge) => void;
}

function Form({ to, onClose, onLink }: FormProps) {
  const { busy, open } = useOpening(to);
  const [chosen, setWish] = useState(FIRST_WISH);
  // The operators may pause rated games, also while the dialog is open.
  const unrated = useSanction('unrated');
  const wish: Wish = unrated ? { ...chosen, kind: 'casual' } : chosen;
  const change = (some: Partial<Wish>): void => setWish({ ...wish, ...some });
  const submit = async (): Promise<void> => {
    const made = await open(wish);
    if (!made) return;
    if (made.unlisted) return onLink(made);
    toast.success(to ? challengeText('dialog.sent', { name: to.nickname }) : challengeText('dialog.opened'));
    onClose();
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Game wish={wish} change={change} isUnrated={unrated !== null} />
      {to ? (
        <p className={styles.hint}>{challengeText('dialog.toHint')}</p>
      ) : (
        <Choice
          legend={challengeText('dialog.who')}
          options={AUDIENCES.map((who) => [who, challengeText(`dialog.audiences.${who}`)])}
          value={wish.who}
          onChange={(who) => change({ who })}
          hint={challengeText(`dialog.${wish.who}Hint`, { count: NEAR })}
        />
      )}
      <div className={styles.ways}>
        <Button onClick={onClose}>{challengeText('dialog.cancel')}</Button>
        <Button type="submit" tone="primary" busy={busy}>
          {challengeText('dialog.submit')}
        </Button>
      </div>
    </form>
  );
}

interface GameProps {
  wish: Wish;
  change: (some: Partial<Wish>) => void;
  /** The operators paused the user's rated games. */
  isUnrated: boolean;
}

/** Options of the challenged game. */
function Game({ wish, change, isUnrated }: GameProps) {
  return (
    <>
      <Choice
        legend={challengeText('dialog.time')}
        options={TIME_CONTROLS.map((control) => [controlText(control), controlText(control)])}
        value={wish.control}
        onChange={(control) => change({ control })}
      />
      <Choice
        legend={challengeText('dialog.kind')}
        options={KINDS.map((kind) => [kind, t(`kind.${kind}`)])}
        value={wish.kind}
        onChange={(kind) => change({ kind })}
        disabled={(kind) => kind === 'rated' && isUnrated}
        hint={challengeText(`dialog.${wish.kind}Hint`)}
      />
      {wish.kind === 'casual' && (
        <Choice
          legend={challengeText('dialog.color')}
          options={COLORS.map((color) => [color, challengeText(`dialog.colors.${color}`)])}
          value={wish.color}
          onChange={(color) => change({ color })}
        />
      )}
    </>
  );
}

function Link({ challenge, onClose }: { challenge: Challenge; onClose: () => void }) {
  const link = challengeLink(challenge);
  return (
    <div className={styles.form}>
      <p>{challengeText('dialog.linkLead')}</p>
      <output className={styles.link}>{link}</output>
      <div className={styles.ways}>
        <Button onClick={onClose}>{challengeText('dialog.done')}</Button>
        <Button
          tone="primary"
          icon="copy"
          onClick={() => void copyText(link, challengeText('challenges.copied'))}
        >
          {challengeText('challenges.copyLink')}
        </Button>
      </div>
    </div>
  );
}
