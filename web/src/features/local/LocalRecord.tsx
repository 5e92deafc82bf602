import { formatFen, formatMoveList, formatPositionString, positionOf } from '@doushouqi/rules';
import { MoveRecordCard } from '../../shared/table/MoveRecord.tsx';
import { TableAlarm } from '../../shared/table/TableAlarm.tsx';
import { t as tableText } from '../../shared/table/texts.ts';
import { useGameBeside } from '../../shared/table/use-game.ts';
import type { Table } from '../../shared/table/use-table.ts';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import styles from './LocalRecord.module.css';
import type { LocalGame } from './local-game.ts';
import { t } from './texts.ts';

interface LocalRecordProps {
  table: Table;
  game: LocalGame;
  /** Shows the game in all its forms, to be copied by hand too. */
  onForms: () => void;
}

/** The moves of this game, and the ways to take it along. */
export function LocalRecord({ table, game, onForms }: LocalRecordProps) {
  const layout = useTableLayout();
  const isOver = useGameBeside(game, ({ status }) => status === 'over');
  const hasRoom = layout === 'wide' || layout === 'columns';
  return (
    <MoveRecordCard
      table={table}
      title={t('record')}
      aside={
        <>
          {layout === 'phone' && <TableAlarm controller={game} short />}
          {isOver && !table.isResultOpen && (
            <Button small tone="quiet" onClick={() => table.setResultOpen(true)}>
              {tableText('actions.result')}
            </Button>
          )}
          {!hasRoom && <IconButton icon="copy" label={t('copy.all')} onClick={onForms} />}
        </>
      }
      foot={hasRoom && <Copies game={game} onForms={onForms} />}
    />
  );
}

/** Copies at one press; where the browser forbids that, the text is shown. */
function Copies({ game, onForms }: Omit<LocalRecordProps, 'table'>) {
  const copy = async (text: string, done: string): Promise<void> => {
    if (!(await copyText(text, done))) onForms();
  };
  const now = () => game.store.getState().game;
  return (
    <div className={styles.copies}>
      <Button
        small
        icon="copy"
        onClick={() => void copy(formatMoveList(now()), tableText('notation.listCopied'))}
      >
        {t('copy.record')}
      </Button>
      <Button small onClick={() => void copy(formatFen(positionOf(now())), tableText('notation.fenCopied'))}>
        {t('copy.fen')}
      </Button>
      <Button
        small
        onClick={() =>
          void copy(formatPositionString(positionOf(now())), tableText('notation.positionCopied'))
        }
      >
        {t('copy.position')}
      </Button>
    </div>
  );
}
