import { type RoomWish, TIME_CONTROL_BOUNDS } from '@doushouqi/protocol';
import type { Side } from '@doushouqi/rules';
import { type ReactNode, useState } from 'react';
import { KEYS, storage } from '../../client/storage.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { MEDIA } from '../../ui/media.ts';
import { Stepper } from '../../ui/Stepper.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { t as uiText } from '../../ui/texts.ts';
import { useMedia } from '../../ui/use-browser.ts';
import { useFull, useGames } from '../correspondence/games.ts';
import { t as paceText } from '../correspondence/pace-texts.ts';
import { t as gameText } from '../correspondence/texts.ts';
import { InvitePreview } from './InvitePreview.tsx';
import styles from './NewRoomDialog.module.css';
import { COLORS, daysOf, OWN, PACES, type RoomChoice, readChoice, wishOf } from './room-choice.ts';
import { t } from './texts.ts';

interface NewRoomDialogProps {
  onClose: () => void;
  onCreate: (wish: RoomWish) => void;
  /** The position to play on from: its FEN and the side to move. */
  from?: { fen: string; turn: Side } | undefined;
  /** Opened for a correspondence game. */
  isCorrespondence?: boolean;
}

/** Opens a friends' room with the choices of its creator, which this device remembers. */
export default function NewRoomDialog({
  onClose,
  onCreate,
  from,
  isCorrespondence = false,
}: NewRoomDialogProps) {
  const [choice, setChoice] = useState(() => firstChoice(isCorrespondence));
  const isPhone = useMedia(MEDIA.phone);
  const change = (part: Partial<RoomChoice>): void => setChoice({ ...choice, ...part });
  const full = useFull();
  const isRefused = full !== null && daysOf(choice.pace) !== null;
  return (
    <Dialog open onClose={onClose} tall={isPhone} className={styles.dialog}>
      <header className={styles.head}>
        {isPhone && <IconButton icon="arrow-left" label={t('back')} onClick={onClose} />}
        <DialogTitle className={styles.title}>{t('title')}</DialogTitle>
        {!isPhone && <IconButton icon="x" label={uiText('close')} onClick={onClose} />}
      </header>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isRefused) return;
          storage.setItem(KEYS.newRoom, JSON.stringify(choice));
          onClose();
          onCreate({ ...wishOf(choice), ...(from && { start: from.fen }) });
        }}
      >
        <div className={styles.body}>
          <div className={styles.fields}>
            <p className={styles.note}>{from ? t('start', { side: t(`side.${from.turn}`) }) : t('lead')}</p>
            <Choice
              legend={t('color')}
              options={COLORS.map((one) => [one, colorLabel(one, from?.turn ?? 'red')])}
              value={choice.color}
              onChange={(color) => change({ color })}
              className={styles.colors}
            />
            <PaceChoice {...{ choice, change, full }} />
            <div className={styles.allowed}>
              <Switch on={choice.undo} onChange={(undo) => change({ undo })} hint={t('undoHint')}>
                {t('undo')}
              </Switch>
              <Switch
                on={choice.spectators}
                onChange={(spectators) => change({ spectators })}
                hint={t('spectatorsHint')}
              >
                {t('spectators')}
              </Switch>
            </div>
          </div>
          {!isPhone && (
            <div className={styles.preview}>
              <p>{t('preview')}</p>
              <InvitePreview choice={choice} fen={from?.fen} />
            </div>
          )}
        </div>
        <footer className={styles.foot}>
          {!isPhone && (
            <Button tone="quiet" onClick={onClose}>
              {t('cancel')}
            </Button>
          )}
          <Button type="submit" tone="primary" wide={isPhone} disabled={isRefused}>
            {t('submit')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

function firstChoice(isCorrespondence: boolean): RoomChoice {
  const choice = readChoice(storage.getItem(KEYS.newRoom));
  return isCorrespondence && daysOf(choice.pace) === null ? { ...choice, pace: '3d' } : choice;
}

function colorLabel(color: RoomChoice['color'], first: Side): ReactNode {
  if (color === 'random')
    return (
      <>
        <Icon name="dice-five" />
        {t('random')}
      </>
    );
  return (
    <>
      <i data-side={color} aria-hidden="true">
        {t(`seal.${color}`)}
      </i>
      {t(color === first ? 'first' : 'second', { side: t(`side.${color}`) })}
    </>
  );
}

interface PaceChoiceProps {
  choice: RoomChoice;
  change: (part: Partial<RoomChoice>) => void;
  /** Why no correspondence game may be opened. */
  full: string | null;
}

function paceLabel(pace: string): string {
  const days = daysOf(pace);
  if (days !== null) return paceText('pace', { days });
  return pace === OWN ? t('own') : pace;
}

/** The clock or the days for each move, with what the choice means. */
function PaceChoice({ choice, change, full }: PaceChoiceProps) {
  const { pace, own } = choice;
  const days = daysOf(pace);
  const { data } = useGames();
  return (
    <div className={styles.paceField}>
      <Choice
        legend={t('pace')}
        options={PACES.map((one) => [one, paceLabel(one)])}
        disabled={full === null ? undefined : (one) => daysOf(one) !== null}
        value={pace}
        onChange={(next) => change({ pace: next })}
        className={styles.paces}
      />
      {pace === OWN && (
        <div className={styles.own}>
          <Stepper
            label={t('minutes')}
            less={t('lessMinutes')}
            more={t('moreMinutes')}
            value={own.initial}
            {...TIME_CONTROL_BOUNDS.initial}
            onChange={(initial) => change({ own: { ...own, initial } })}
          />
          <Stepper
            label={t('seconds')}
            less={t('lessSeconds')}
            more={t('moreSeconds')}
            value={own.increment}
            {...TIME_CONTROL_BOUNDS.increment}
            onChange={(increment) => change({ own: { ...own, increment } })}
          />
        </div>
      )}
      {(days !== null || full !== null) && (
        <p className={styles.meaning} role="status">
          <Icon name="hourglass-medium" />
          <span>
            {full ?? gameText('rule', { days: days! })}
            {full === null && data && gameText('running', { count: data.games.length, most: data.most })}
          </span>
        </p>
      )}
    </div>
  );
}
