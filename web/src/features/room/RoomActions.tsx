import { ApiError } from '@doushouqi/protocol';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OnlineGame } from '../../game/online-game.ts';
import { confirm } from '../../ui/confirm-store.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { toast } from '../../ui/toast-store.ts';
import styles from './RoomActions.module.css';
import type { RoomView } from './use-room-view.ts';

interface RoomActionsProps
  extends Pick<RoomView, 'game' | 'staking' | 'over' | 'resultOpen' | 'onFlip' | 'onLeave'> {
  onResult: () => void;
}

/** The row of actions; what cannot be done now is not there. Offers take their places here later. */
export function RoomActions(props: RoomActionsProps) {
  const { game, staking, over, resultOpen, onFlip, onResult, onLeave } = props;
  const { t } = useTranslation();
  const surrender = useSurrender(game);
  return (
    <div className={styles.acts}>
      {staking && <Action icon="flag" label={t('room.actions.surrender')} danger {...surrender} />}
      {over && (
        <Action icon="ranking" label={t('room.actions.result')} disabled={resultOpen} onClick={onResult} />
      )}
      <Action icon="arrows-down-up" label={t('room.actions.flip')} onClick={onFlip} />
      {over && <Action icon="sign-out" label={t('room.actions.leave')} onClick={onLeave} />}
    </div>
  );
}

function useSurrender(game: OnlineGame): { onClick: () => void; disabled: boolean } {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const surrender = async (): Promise<void> => {
    const agreed = await confirm({
      title: t('room.surrender.title'),
      message: t('room.surrender.message'),
      confirmText: t('room.actions.surrender'),
    });
    if (!agreed) return;
    setBusy(true);
    try {
      await game.surrender();
    } catch (error) {
      const told = error instanceof ApiError && error.status === 400;
      toast.error(told ? error.message : t('room.surrender.failed'));
    }
    setBusy(false);
  };
  return { onClick: () => void surrender(), disabled: busy };
}

interface ActionProps {
  icon: IconName;
  label: string;
  danger?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

function Action({ icon, label, danger, disabled, onClick }: ActionProps) {
  return (
    <button
      type="button"
      className={cx(styles.act, danger && styles.danger)}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
      {label}
    </button>
  );
}
