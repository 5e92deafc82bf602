import { ApiError, GUEST_PUSH_KINDS, PUSH_KINDS, type PushKinds, type User } from '@doushouqi/protocol';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import {
  askPermission,
  EVERY_KIND,
  pushObstacle,
  readPush,
  switchPushOff,
  switchPushOn,
} from '../../../client/push-device.ts';
import { Skeleton } from '../../../ui/Loading.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { NotLoaded } from '../NotLoaded.tsx';
import styles from '../SettingsPage.module.css';
import { t } from './texts.ts';

const KEY = ['push'];

/**
 * Stores a choice. The switches show it at once, and the former one again after a failure; the first one is on only with
 * a subscription.
 */
function useChoice(user: User, onRefused: () => void) {
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);

  async function save(kinds: PushKinds | null): Promise<void> {
    if (kinds === null) return switchPushOff();
    const outcome = await switchPushOn(user._id, kinds);
    if (outcome === 'unreachable') toast.error(t('unreachable'));
  }
  async function choose(kinds: PushKinds | null): Promise<void> {
    // Switches that are disabled meanwhile would lose the focus.
    if (isSaving) return;
    const permission = kinds === null ? 'granted' : await askPermission();
    if (permission !== 'granted') return onRefused();
    setSaving(true);
    if (kinds === null || client.getQueryData(KEY)) client.setQueryData(KEY, kinds);
    await save(kinds).catch((error: unknown) =>
      toast.error(error instanceof ApiError ? error.message : t('failed')),
    );
    await client.invalidateQueries({ queryKey: KEY });
    setSaving(false);
  }
  return { isSaving, choose };
}

interface SwitchesProps {
  user: User;
  kinds: PushKinds | null;
  /** Called if the browser’s question was not answered with yes. */
  onRefused: () => void;
}

function Switches({ user, kinds, onRefused }: SwitchesProps) {
  const { isSaving, choose } = useChoice(user, onRefused);
  const offered = user.isGuest ? GUEST_PUSH_KINDS : PUSH_KINDS;
  return (
    <div aria-busy={isSaving}>
      <Switch on={kinds !== null} onChange={(on) => void choose(on ? EVERY_KIND : null)}>
        {t('on')}
      </Switch>
      {kinds !== null && offered.length > 1 && (
        <div className={styles.kinds}>
          {offered.map((kind) => (
            <Switch key={kind} on={kinds[kind]} onChange={(on) => void choose({ ...kinds, [kind]: on })}>
              {t(`kinds.${kind}`)}
            </Switch>
          ))}
        </div>
      )}
    </div>
  );
}

function Content({ user }: { user: User }) {
  // Read at every render: the answer to the browser's question changes it.
  const [, readAgain] = useReducer((count: number) => count + 1, 0);
  const obstacle = pushObstacle();
  const { data, isError, isPaused, refetch } = useQuery({
    queryKey: KEY,
    queryFn: readPush,
    enabled: obstacle === null,
  });
  if (obstacle !== null) return <p>{t(obstacle)}</p>;
  if (data !== undefined) return <Switches user={user} kinds={data} onRefused={readAgain} />;
  if (!isError && !isPaused) return <Skeleton className={styles.line} />;
  return <NotLoaded text={t('loadFailed')} onRetry={refetch} />;
}

/** Calls of this device by Web Push. */
export default function Calls({ user }: { user: User }) {
  return (
    <section aria-labelledby="calls-title" className={styles.part}>
      <h2 id="calls-title" className={styles.title}>
        {t('title')}
      </h2>
      <p className={styles.hint}>{t('hint')}</p>
      <Content user={user} />
    </section>
  );
}
