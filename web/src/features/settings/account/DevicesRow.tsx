import type { Device } from '@doushouqi/protocol';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endOtherDevices } from '../../../client/account-calls.ts';
import { api } from '../../../client/api.ts';
import { attempt } from '../../../client/attempt.ts';
import { serverNow } from '../../../client/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextDialog } from '../../../ui/Dialog.tsx';
import { dayText, timeText } from '../../../ui/format.ts';
import { Skeleton } from '../../../ui/Loading.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useReviewAfterChange } from '../access/queries.ts';
import { NotLoaded } from '../NotLoaded.tsx';
import styles from './Account.module.css';
import { AccountRow } from './AccountRow.tsx';
import { OwnPasswordDialog } from './OwnPasswordDialog.tsx';
import { t } from './texts.ts';

/** The devices on which the user is logged in. */
export function DevicesRow() {
  const [open, setOpen] = useState<'list' | 'endOthers' | null>(null);
  const queries = useQueryClient();
  const review = useReviewAfterChange();
  const endOthers = async (password: string): Promise<void> => {
    await endOtherDevices(password);
    toast.success(t('devices.ended'));
    setOpen(null);
    await queries.invalidateQueries({ queryKey: KEY });
    await review();
  };
  return (
    <>
      <AccountRow
        title={t('devices.title')}
        note={t('devices.hint')}
        action={t('devices.show')}
        onAction={() => setOpen('list')}
      />
      <TextDialog open={open === 'list'} title={t('devices.title')} onClose={() => setOpen(null)}>
        {open === 'list' && <Devices onEndOthers={() => setOpen('endOthers')} />}
      </TextDialog>
      {open === 'endOthers' && (
        <OwnPasswordDialog
          title={t('devices.ask')}
          hint={t('devices.askHint')}
          submit={t('devices.end')}
          onClose={() => setOpen(null)}
          onSubmit={endOthers}
        />
      )}
    </>
  );
}

const KEY = ['devices'];

function Devices({ onEndOthers }: { onEndOthers: () => void }) {
  const { data, isError, refetch } = useQuery({ queryKey: KEY, queryFn: () => api.listDevices() });
  const queries = useQueryClient();
  const [ending, setEnding] = useState<string | null>(null);
  const end = async (id: string): Promise<void> => {
    setEnding(id);
    const call = api.endDevice({ params: { deviceId: id } }).then(() => {});
    if (await attempt(call, t('failed'))) toast.success(t('devices.ended'));
    await queries.invalidateQueries({ queryKey: KEY });
    setEnding(null);
  };
  if (isError) return <NotLoaded text={t('loadFailed')} onRetry={refetch} />;
  if (!data) return <Skeleton className={styles.block} />;
  return (
    <>
      <p className={styles.hint}>{t('devices.stored')}</p>
      <ul className={styles.devices}>
        {data.map((device) => (
          <li key={device.id} className={styles.row}>
            <DeviceWords device={device} />
            {!device.isThis && (
              <Button small busy={ending === device.id} onClick={() => void end(device.id)}>
                {t('devices.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.length > 1 && (
        <Button tone="danger" icon="sign-out" wide onClick={onEndOthers}>
          {t('devices.endOthers')}
        </Button>
      )}
    </>
  );
}

function DeviceWords({ device: { name, since, seenAt, isThis } }: { device: Device }) {
  const now = serverNow();
  const text = (at: number) => `${dayText(at, now)} ${timeText(at)}`;
  return (
    <div className={styles.words}>
      <b>{name}</b>
      <p>
        {isThis
          ? t('devices.this', { since: text(since) })
          : t('devices.seen', { seen: text(seenAt), since: text(since) })}
      </p>
    </div>
  );
}
