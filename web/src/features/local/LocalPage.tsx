import { useState } from 'react';
import { t as appText } from '../../client/texts.ts';
import { LocalResult } from '../../shared/device-games/LocalResult.tsx';
import { type SavedAs, useSave } from '../../shared/device-games/use-save.ts';
import { MoveRecordDialog } from '../../shared/table/MoveRecord.tsx';
import { TableMain } from '../../shared/table/TableMain.tsx';
import { TablePage, useFullBoard } from '../../shared/table/TablePage.tsx';
import { useTable } from '../../shared/table/use-table.ts';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { LocalHeader } from './LocalHeader.tsx';
import { LocalRecord } from './LocalRecord.tsx';
import { LocalStrip } from './LocalStrip.tsx';
import { useFacing } from './seats-setting.ts';
import { t } from './texts.ts';
import { useFacts, useLocalGame } from './use-local-game.ts';

const TWO_PEOPLE: SavedAs = { path: '/play/local', aiType: null, aiLevel: null };

/** Two people at one screen (spec §2). It needs no server but for keeping a record. */
export default function LocalPage() {
  const game = useLocalGame();
  const table = useTable(game);
  const save = useSave(useFacts(game), TWO_PEOPLE);
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
