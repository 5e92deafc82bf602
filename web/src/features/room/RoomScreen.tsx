import { Suspense } from 'react';
import { boardSize } from '../../board/geometry.ts';
import { TableBoard } from '../../shared/table/TableBoard.tsx';
import { TableFallback } from '../../shared/table/TableFallback.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { OnlineGame } from './online/online-game.ts';
import { t } from './texts.ts';
import { useRoomEffects } from './use-online-game.ts';
import { type OpenRoom, useOpenRoom } from './use-open-room.ts';

const RoomTable = lazyPart(() => import('./RoomTable.tsx'), { isNext: true });

/** A loaded room. On a slow network the board with its pieces comes before all that belongs around it. */
export function RoomScreen({ roomId, game }: { roomId: string; game: OnlineGame }) {
  const open = useOpenRoom(roomId, game);
  useRoomEffects(game);
  return (
    <Suspense fallback={<FirstPosition open={open} />}>
      <RoomTable open={open} />
    </Suspense>
  );
}

function FirstPosition({ open: { table, isWaiting } }: { open: OpenRoom }) {
  const { width, height } = boardSize(table.theme.layout);
  return (
    <TableFallback
      label={t('loading')}
      board={<TableBoard table={table} />}
      ratio={width / height}
      isWaiting={isWaiting}
    />
  );
}
