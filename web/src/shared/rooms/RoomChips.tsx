import type { DaysPerMove, TableChoices, TimeControl } from '@doushouqi/protocol';
import { Chip } from '../../ui/Marks.tsx';
import { t as paceText } from '../correspondence/pace-texts.ts';
import styles from './RoomChips.module.css';
import { controlName } from './room-choice.ts';
import { t } from './texts.ts';

interface RoomChipsProps {
  timeControl: TimeControl | null;
  daysPerMove: DaysPerMove | null;
  /** Null if the creator chose nothing. */
  table: TableChoices | null;
  /** For the user who takes the free seat: says its side. */
  forGuest?: boolean;
}

const OTHER = { red: 'blue', blue: 'red', random: 'random' } as const;

/** The rules of a room, read only. */
export function RoomChips({ timeControl, daysPerMove, table, forGuest = false }: RoomChipsProps) {
  const seat = OTHER[table?.color ?? 'red'];
  return (
    <p className={styles.chips}>
      {timeControl && <Chip icon="timer">{controlName(timeControl)}</Chip>}
      {daysPerMove !== null && (
        <Chip tone="gold" icon="hourglass-medium">
          {paceText('pace', { days: daysPerMove })}
        </Chip>
      )}
      {forGuest && <Chip tone={seat === 'random' ? 'default' : seat}>{t(`seat.${seat}`)}</Chip>}
      <Chip>{t(`may.undo.${table?.undo ?? true}`)}</Chip>
      {(!forGuest || table?.spectators === false) && (
        <Chip>{t(`may.spectators.${table?.spectators ?? true}`)}</Chip>
      )}
      {typeof table?.start === 'string' && <Chip>{t('may.start')}</Chip>}
    </p>
  );
}
