import type { OwnEntry, StandingsRow, TournamentDetails } from '@doushouqi/protocol';
import type { ReactNode } from 'react';
import { useIsMember } from '../../../client/session.ts';
import { useNow } from '../../../client/use-now.ts';
import { dueOf } from '../../../shared/pairing/search-state.ts';
import { countdownText } from '../../../shared/tournament/countdown.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { confirm } from '../../../ui/confirm-store.ts';
import { levelName } from '../../../ui/level.ts';
import { dueText } from '../due-text.ts';
import { whenText } from '../list-text.ts';
import { isInRange, useOwnLevel } from '../own-level.ts';
import type { Entry } from '../use-entry.ts';
import styles from './EntryFooter.module.css';
import { nextWinText } from './next-win.ts';
import { t } from './texts.ts';

const DAY = 24 * 3_600_000;

interface EntryFooterProps {
  details: TournamentDetails;
  entry: Entry;
  /** Known rows of the standings, for the distance to the next player. */
  rows: readonly StandingsRow[];
}

/** The viewer's entry of an arena: its state, and what the viewer may do. Nothing after the end. */
export function EntryFooter({ details, entry, rows }: EntryFooterProps) {
  const { own, phase, endsAt } = details;
  const now = useNow();
  if (phase === 'finished') return null;
  const isClosing = phase === 'running' && now >= endsAt;
  if (own?.game) return <Paired game={own.game} now={now} />;
  if (isClosing) return <Line title={t('entry.closing')} hint={t('entry.closingHint')} />;
  if (own?.status === 'removed') return <Line title={t('entry.removed')} />;
  if (!own || own.status === 'left') return <Outside details={details} entry={entry} />;
  if (phase === 'coming') return <Entered details={details} entry={entry} now={now} />;
  return own.status === 'paused' ? (
    <Line title={t('entry.paused')} hint={t('entry.pausedHint')}>
      <Button tone="primary" icon="play-fill" busy={entry.busy === 'join'} onClick={entry.join}>
        {t('entry.resume')}
      </Button>
      <Leave entry={entry} />
    </Line>
  ) : (
    <Line title={t('entry.pairing')} hint={nextWinText(own, rows)} isWaiting>
      <Button icon="pause" busy={entry.busy === 'pause'} onClick={entry.pause}>
        {t('entry.pause')}
      </Button>
      <Leave entry={entry} />
    </Line>
  );
}

interface LineProps {
  title: string;
  hint?: string;
  /** Three dots: an opponent is looked for. */
  isWaiting?: boolean;
  children?: ReactNode;
}

function Line({ title, hint, isWaiting = false, children }: LineProps) {
  return (
    <footer className={styles.footer}>
      {isWaiting && (
        <span className={styles.dots} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      )}
      <div className={styles.words}>
        {/* The hint may count seconds, which are not read aloud. */}
        <strong role="status">{title}</strong>
        {hint && <p>{hint}</p>}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </footer>
  );
}

function Paired({ game, now }: { game: NonNullable<OwnEntry['game']>; now: number }) {
  const color = t(`entry.color.${game.color}`);
  const due = dueOf(game.at, now);
  const hint = due
    ? t('entry.pairedHint', { color, due: dueText(due, game.color) })
    : t('entry.pairedPlaying', { color });
  return (
    <Line title={t('entry.paired', { name: game.opponent.nickname })} hint={hint}>
      <ButtonLink tone="primary" icon="door" to={`/play/room/${game.roomId}`}>
        {t('entry.table')}
      </ButtonLink>
    </Line>
  );
}

function Leave({ entry }: { entry: Entry }) {
  const ask = async (): Promise<void> => {
    const leaves = await confirm({
      title: t('entry.leaveTitle'),
      message: t('entry.leaveText'),
      confirmText: t('entry.leave'),
      cancelText: t('entry.stay'),
      type: 'warning',
    });
    if (leaves) entry.leave();
  };
  return (
    <Button tone="quiet" busy={entry.busy === 'leave'} onClick={() => void ask()}>
      {t('entry.leave')}
    </Button>
  );
}

function Entered({ details, entry, now }: Pick<EntryFooterProps, 'details' | 'entry'> & { now: number }) {
  const left = details.startsAt - now;
  const cancel = async (): Promise<void> => {
    const leaves = await confirm({
      title: t('entry.cancelTitle'),
      message: t('entry.cancelText'),
      confirmText: t('entry.cancel'),
      cancelText: t('entry.stay'),
      type: 'warning',
    });
    if (leaves) entry.leave();
  };
  return (
    <Line
      title={t('entry.entered')}
      hint={
        left <= 0
          ? t('entry.enteredSoon')
          : left < DAY
            ? t('entry.enteredHint', { time: countdownText(left) })
            : t('entry.enteredLater', { time: whenText(details.startsAt, now) })
      }
    >
      <Button tone="quiet" busy={entry.busy === 'leave'} onClick={() => void cancel()}>
        {t('entry.cancel')}
      </Button>
    </Line>
  );
}

function Outside({ details, entry }: Pick<EntryFooterProps, 'details' | 'entry'>) {
  const { phase, levels, own } = details;
  const isMember = useIsMember();
  const level = useOwnLevel();
  if (own === null && levels !== null && level !== undefined && !isInRange(levels, level))
    return (
      <Line
        title={t('entry.range', { from: levelName(levels.min), to: levelName(levels.max) })}
        hint={t('entry.rangeHint', { level: levelName(level) })}
      >
        <Button disabled>{t(phase === 'coming' ? 'entry.enter' : 'entry.join')}</Button>
      </Line>
    );
  const words = !isMember ? 'member' : own ? 'left' : phase === 'coming' ? 'coming' : 'open';
  const action = own ? 'rejoin' : phase === 'coming' ? 'enter' : 'join';
  return (
    <Line title={t(`entry.${words}`)} hint={t(`entry.${words}Hint`)}>
      <Button tone="primary" icon="sword" busy={entry.busy === 'join'} onClick={entry.join}>
        {t(`entry.${action}`)}
      </Button>
    </Line>
  );
}
