import { plyCount } from '@doushouqi/rules';
import type { MouseEvent, ReactNode } from 'react';
import { squareName } from '../../board/geometry.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { Badge } from '../../ui/Marks.tsx';
import { t as uiText } from '../../ui/texts.ts';
import styles from './TableActions.module.css';
import { t } from './texts.ts';
import { useGame } from './use-game.ts';
import type { Draft, Table } from './use-table.ts';

/** Asks for confirmation of a drawn move. */
export function ConfirmMove({ draft }: { draft: Draft }) {
  const { from, to, animal } = draft;
  return (
    <div className={styles.confirm} data-question>
      <p>
        {t('confirmMove.ask', {
          piece: uiText(`animal.${animal}`),
          from: squareName(from),
          to: squareName(to),
        })}
      </p>
      <Button onClick={draft.cancel}>{t('confirmMove.cancel')}</Button>
      <Button tone="jade" icon="check" onClick={draft.make}>
        {t('confirmMove.make')}
      </Button>
    </div>
  );
}

interface ActionRowProps {
  table: Table;
  /** Actions of this kind of game, before and after the common ones. */
  before?: ReactNode;
  after?: ReactNode;
}

/** The actions besides moving. */
export function ActionRow({ table, before, after }: ActionRowProps) {
  const { controller, isResultOpen, onFlip, setResultOpen } = table;
  const isOver = useGame(controller, ({ status }) => status === 'over');
  return (
    <div className={styles.acts}>
      {before}
      {controller.undo && <Undo table={table} undo={controller.undo} />}
      {isOver && (
        <Action
          icon="medal"
          label={t('actions.result')}
          disabled={isResultOpen}
          onClick={() => setResultOpen(true)}
        />
      )}
      <Action icon="arrows-down-up" label={t('actions.flip')} onClick={onFlip} />
      {after}
    </div>
  );
}

function Undo({ table, undo }: { table: Table; undo: () => void }) {
  const isFresh = useGame(table.controller, ({ game }) => plyCount(game) === 0);
  return (
    <Action icon="arrow-counter-clockwise" label={t('actions.undo')} disabled={isFresh} onClick={undo} />
  );
}

interface ActionProps {
  icon: IconName;
  label: string;
  /** Accessible name while the label shows a temporary text. */
  name?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Looks disabled, but a press shows the reason. */
  resting?: boolean;
  /** Whether its panel is open. */
  pressed?: boolean;
  /** Description of unread content behind it. */
  news?: string | undefined;
  /** Number on its corner; hidden at 0. */
  count?: number;
  /** Tooltip. */
  title?: string | undefined;
  onClick: (event: MouseEvent) => void;
}

/** A button of the row. */
export function Action(props: ActionProps) {
  const { icon, label, name, danger, disabled, resting, pressed, news, count, title, onClick } = props;
  return (
    <button
      type="button"
      className={cx(styles.act, danger && styles.danger)}
      aria-label={name && name !== label ? `${name} ${label}` : undefined}
      title={title}
      disabled={disabled}
      aria-disabled={resting || undefined}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Icon name={icon} />
      {label}
      {count !== undefined && <Badge count={count} label={String(count)} className={styles.count} />}
      {news && (
        <>
          <i className={styles.news} />
          <span className="visually-hidden">{news}</span>
        </>
      )}
    </button>
  );
}
