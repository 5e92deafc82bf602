import type { Device } from '@doushouqi/protocol';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../client/api.ts';
import { attempt } from '../../../client/attempt.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextDialog } from '../../../ui/Dialog.tsx';
import { dayText, timeText } from '../../../ui/format.ts';
import { Skeleton } from '../../../ui/Loading.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { NotLoaded } from '../NotLoaded.tsx';
import styles from './Account.module.css';
import { AccountRow } from './AccountRow.tsx';
import { t } from './texts.ts';

/** The devices on which the user is logged in. */
export function DevicesRow() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <AccountRow
        title={t('devices.title')}
        note={t('devices.hint')}
        action={t('devices.show')}
        onAction={() => setOpen(true)}
      />
      <TextDialog open={open} title={t('devices.title')} onClose={() => setOpen(false)}>
        {open && <Devices />}
      </TextDialog>
    </>
  );
}

const KEY = ['devices'];

function Devices() {
  const { data, isError, refetch } = useQuery({ queryKey: KEY, queryFn: () => api.listDevices() });
  const queries = useQueryClient();
  const [ending, setEnding] = useState<string | null>(null);
  const change = async (name: string, call: Promise<unknown>): Promise<void> => {
    setEnding(name);
    if (
      await attempt(
        call.then(() => {}),
        t('failed'),
      )
    )
      toast.success(t('devices.ended'));
    await queries.invalidateQueries({ queryKey: KEY });
    setEnding(null);
  };
  if (isError) return <NotLoaded text={t('loadFailed')} onRetry={refetch} />;
  if (!data) return <Skeleton className={styles.block} />;
  return (
    <>
      <ul className={styles.devices}>
        {data.map((device) => (
          <li key={device.id} className={styles.row}>
            <DeviceWords device={device} />
            {!device.isThis && (
              <Button
                small
                busy={ending === device.id}
                onClick={() => void change(device.id, api.endDevice({ params: { deviceId: device.id } }))}
              >
                {t('devices.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.length > 1 && (
        <Button
          tone="danger"
          icon="sign-out"
          wide
          busy={ending === 'others'}
          onClick={() => void change('others', api.endOtherDevices())}
        >
          {t('devices.endOthers')}
        </Button>
      )}
    </>
  );
}

function DeviceWords({ device: { name, since, seenAt, isThis } }: { device: Device }) {
  const now = Date.now();
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
