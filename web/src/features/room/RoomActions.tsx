import { PROMPT_GRACE } from '@doushouqi/protocol';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CooledOffer } from '../../game/offers.ts';
import type { OfferKind } from '../../game/room-log.ts';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm-store.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { attempt } from './attempt.ts';
import { PromptCard, WaitingNote } from './PromptCard.tsx';
import styles from './RoomActions.module.css';
import { useGrace } from './use-countdown.ts';
import { PHONE, useMedia } from './use-media.ts';
import type { Draft } from './use-move-input.ts';
import { isAsking, useAsk, useCooldown, usePrompts } from './use-offers.ts';
import type { RoomView } from './use-room-view.ts';

const OFFERS: readonly OfferKind[] = ['undo', 'draw', 'reset'];

/** The place of everything that a person does besides moving: questions first, then the row of actions. */
export function RoomActions({ view, draft }: { view: RoomView; draft: Draft | null }) {
  const { game, room, seat, users, over } = view;
  const [prompt] = usePrompts(view);
  const phone = useMedia(PHONE);
  const asked = draft ? 'draft' : (prompt?.id ?? null);
  const calm = useGrace(asked, PROMPT_GRACE);
  const asker = prompt && users[room.header.players.indexOf(prompt.by)];
  const { t } = useTranslation();
  const rowHidden = phone && asked !== null;
  return (
    <div className={styles.place}>
      {seat !== null &&
        OFFERS.filter((kind) => isAsking(view, kind)).map((kind) => (
          <WaitingNote key={kind} game={game} kind={kind} />
        ))}
      <div aria-live="assertive" className={styles.live}>
        {prompt && (
          <PromptCard
            key={prompt.id}
            game={game}
            prompt={prompt}
            name={asker?.nickname ?? t('room.bar.unknown')}
            over={over}
          />
        )}
      </div>
      {draft && !(phone && prompt) && <ConfirmMove draft={draft} />}
      {/* What a vanished question uncovers must not catch the tap that was meant for it. */}
      {!rowHidden && <Row view={view} deaf={phone && !calm} />}
    </div>
  );
}

function ConfirmMove({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  return (
    <div className={styles.confirm} data-question>
      <Button onClick={draft.cancel}>{t('room.confirmMove.cancel')}</Button>
      <Button tone="jade" icon="check" onClick={draft.make}>
        {t('room.confirmMove.make')}
      </Button>
    </div>
  );
}

function Row({ view, deaf }: { view: RoomView; deaf: boolean }) {
  const { staking, over, seat, resultOpen, onFlip, onLeave, setResultOpen } = view;
  const { t } = useTranslation();
  const ask = useAsk(view.game);
  return (
    <div className={styles.acts} data-row inert={deaf}>
      {staking && <Cooled view={view} kind="undo" icon="arrow-counter-clockwise" ask={ask} />}
      {staking && <Cooled view={view} kind="draw" icon="handshake" ask={ask} />}
      {staking && <Surrender view={view} />}
      {over && (
        <Action
          icon="ranking"
          label={t('room.actions.result')}
          disabled={resultOpen}
          onClick={() => setResultOpen(true)}
        />
      )}
      <Action icon="arrows-down-up" label={t('room.actions.flip')} onClick={onFlip} />
      {seat !== null && (staking || over) && <Reset view={view} ask={ask} />}
      {over && <Action icon="sign-out" label={t('room.actions.leave')} onClick={onLeave} />}
    </div>
  );
}

interface OfferProps {
  view: RoomView;
  ask: ReturnType<typeof useAsk>;
}

/** Undo and draw: at most once in 30 s, and the label says how long that still is. */
function Cooled({ view, kind, icon, ask }: OfferProps & { kind: CooledOffer; icon: IconName }) {
  const { t } = useTranslation();
  const cooldown = useCooldown(view.game, kind);
  const asking = isAsking(view, kind);
  const label = cooldown > 0 ? t('room.offer.seconds', { seconds: cooldown }) : t(`room.actions.${kind}`);
  return (
    <Action
      icon={icon}
      label={label}
      name={t(`room.actions.${kind}`)}
      disabled={asking}
      resting={cooldown > 0}
      onClick={() => void ask(kind, cooldown)}
    />
  );
}

function Reset({ view, ask }: OfferProps) {
  const { t } = useTranslation();
  const gone = view.room.header.departed.length > 0;
  return (
    <Action
      icon="arrows-clockwise"
      label={t('room.actions.reset')}
      disabled={gone || isAsking(view, 'reset')}
      onClick={() => void ask('reset', 0)}
    />
  );
}

function Surrender({ view }: { view: RoomView }) {
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
    await attempt(view.game.commands.surrender(), t('room.actionFailed'));
    setBusy(false);
  };
  return (
    <Action
      icon="flag"
      label={t('room.actions.surrender')}
      danger
      disabled={busy}
      onClick={() => void surrender()}
    />
  );
}

interface ActionProps {
  icon: IconName;
  label: string;
  /** What it does, where the label says something else for a while. */
  name?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Looks disabled, but a press says why. */
  resting?: boolean;
  onClick: () => void;
}

function Action({ icon, label, name, danger, disabled, resting, onClick }: ActionProps) {
  return (
    <button
      type="button"
      className={cx(styles.act, danger && styles.danger)}
      aria-label={name && name !== label ? `${name} ${label}` : undefined}
      disabled={disabled}
      aria-disabled={resting || undefined}
      onClick={onClick}
    >
      <Icon name={icon} />
      {label}
    </button>
  );
}
