import { type CSSProperties, Suspense } from 'react';
import { boardSize } from '../../board/geometry.ts';
import table from '../../shared/table/Table.module.css';
import { TableBoard } from '../../shared/table/TableBoard.tsx';
import { BareBar } from '../../shared/table/TableFallback.tsx';
import { BarSkeleton } from '../../shared/table/TableSkeleton.tsx';
import { arrange } from '../../shared/table/table-places.tsx';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { OnlineGame } from './online/online-game.ts';
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

function FirstPosition({ open }: { open: OpenRoom }) {
  const layout = useTableLayout();
  const size = boardSize(open.table.theme.layout);
  return (
    <div className={table.page} data-layout={layout}>
      <BareBar />
      <main
        className={table.main}
        style={{ '--board-ratio': size.width / size.height } as CSSProperties}
        aria-busy="true"
      >
        {arrange(layout, open.isWaiting ? 'waiting' : 'running', {
          board: <TableBoard table={open.table} />,
          opponent: <BarSkeleton />,
          own: <BarSkeleton />,
          // Keeps its place.
          actions: <span />,
        })}
      </main>
    </div>
  );
}
