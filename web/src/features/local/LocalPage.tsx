import { formatFen, formatMoveList, formatPositionString, plyCount, positionOf } from '@doushouqi/rules';
import { useState } from 'react';
import { t as appText } from '../../client/texts.ts';
import { LocalResult } from '../../shared/device-games/DeviceTable.tsx';
import { type SavedAs, useSave } from '../../shared/device-games/save.tsx';
import { MoveRecordCard } from '../../shared/table/MoveRecord.tsx';
import MoveRecordDialog from '../../shared/table/MoveRecordDialog.tsx';
import { TableAlarm } from '../../shared/table/TableAlarm.tsx';
import { TableMain } from '../../shared/table/TableMain.tsx';
import { TablePage, useFullBoard } from '../../shared/table/TablePage.tsx';
import { t as tableText } from '../../shared/table/texts.ts';
import { useGameBeside } from '../../shared/table/use-game.ts';
import { type Table, useTable } from '../../shared/table/use-table.ts';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { ClockButton } from './ClockButton.tsx';
import { LocalHeader, useFacing } from './LocalHeader.tsx';
import styles from './LocalRecord.module.css';
import { LocalStrip } from './LocalStrip.tsx';
import type { LocalGame } from './local-game.ts';
import { t } from './texts.ts';
import { useGameData, useLocalGame } from './use-local-game.ts';

const TWO_PEOPLE: SavedAs = { path: '/play/local', aiType: null, aiLevel: null };

/** A game of two users on one device. It needs the server only to save a record. */
export default function LocalPage() {
  const game = useLocalGame();
  const table = useTable(game);
  const save = useSave(useGameData(game), TWO_PEOPLE);
  const full = useFullBoard();
  const facing = useFacing();
  const layout = useTableLayout();
  const [areFormsOpen, setFormsOpen] = useState(false);
  const record = <LocalRecord table={table} game={game} onForms={() => setFormsOpen(true)} />;
  return (
    <TablePage header={<LocalHeader game={game} save={save} onFull={full.enter} />} full={full}>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <TableMain
        table={table}
        facing
        bar={(side) => (
          <LocalStrip
            game={game}
            side={side}
            glow={table.theme.glow}
            turned={facing && side === table.above}
            onFlip={table.onFlip}
          />
        )}
        parts={{
          actions: null,
          middle: record,
          ...(layout === 'phone' && { alarm: null, sheet: record }),
          result: <LocalResult table={table} game={game} save={save} />,
        }}
      />
      <MoveRecordDialog table={table} open={areFormsOpen} onClose={() => setFormsOpen(false)} />
    </TablePage>
  );
}

interface LocalRecordProps {
  table: Table;
  game: LocalGame;
  /** Shows all text formats of the game, also for copying by hand. */
  onForms: () => void;
}

/** The moves of this game, with buttons to copy it. */
function LocalRecord({ table, game, onForms }: LocalRecordProps) {
  const layout = useTableLayout();
  const isOver = useGameBeside(game, ({ status }) => status === 'over');
  const hasBegun = useGameBeside(game, (state) => plyCount(state.game) > 0);
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
          {!hasBegun && <ClockButton game={game} />}
          {!hasRoom && <IconButton icon="copy" label={t('copy.all')} onClick={onForms} />}
        </>
      }
      foot={hasRoom && <Copies game={game} onForms={onForms} />}
    />
  );
}

/** Copies on one press; where the browser forbids that, the text is shown. */
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
