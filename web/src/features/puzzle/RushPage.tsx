import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { api } from '../../client/api.ts';
import { t as appText } from '../../client/texts.ts';
import { PAGE_TIMING } from '../../shared/device-games/device-clock.ts';
import { t as schoolText } from '../../shared/school/texts.ts';
import { sound } from '../../shared/table/settings.ts';
import { TableMain } from '../../shared/table/TableMain.tsx';
import { TablePage } from '../../shared/table/TablePage.tsx';
import { useTable } from '../../shared/table/use-table.ts';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { savedRush, saveRush } from './kept.ts';
import { PuzzleHeader } from './PuzzleHeader.tsx';
import styles from './PuzzleTable.module.css';
import { useSolver, useSolvingChanged } from './queries.ts';
import { RushEnd, RushRules, RushStart } from './RushCards.tsx';
import { RushBar, RushNote, RushPanel, RushSlip } from './RushParts.tsx';
import { RushGame, type RushGameState } from './rush-game.ts';
import { t } from './texts.ts';

const CALLS = {
  start: () => api.startRush({ body: {} }),
  get: (rushId: string) => api.getRush({ params: { rushId } }),
  play: (attemptId: string, move: string, at: number) =>
    api.playPuzzleMove({ params: { attemptId }, body: { move, at } }),
};

function useRushGame(): RushGame {
  const changed = useRef(() => {});
  changed.current = useSolvingChanged();
  const [game] = useState(
    () =>
      new RushGame({
        ...PAGE_TIMING,
        calls: CALLS,
        save: saveRush,
        onOver: () => changed.current(),
        texts: { failed: t('failed') },
      }),
  );
  useEffect(() => {
    const rushId = savedRush();
    if (rushId !== null) void game.resume(rushId);
    const resend = (): void => game.resend();
    window.addEventListener('online', resend);
    const stop = game.store.subscribe(hear);
    return () => {
      window.removeEventListener('online', resend);
      stop();
      game.stop();
    };
  }, [game]);
  return game;
}

function hear({ verdict, stage }: RushGameState, before: RushGameState): void {
  if (verdict === 'right' && before.verdict === null) sound('right');
  if (stage === 'over' && before.stage !== 'over') sound('lesson');
}

/** Three minutes of puzzles: start, the puzzles, the result. */
export default function RushPage() {
  const game = useRushGame();
  const table = useTable(game);
  const layout = useTableLayout();
  const stage = useStore(game.store, (state) => state.stage);
  const solver = useSolver().data;
  const isNarrow = layout === 'phone' || layout === 'upright';
  const numbers = {
    streak: null,
    rating: solver?.rating?.now ?? null,
    isProvisional: solver?.rating?.provisional ?? false,
  };
  return (
    <TablePage header={<PuzzleHeader tab="puzzles" title={t('rush.title')} {...numbers} onSheet={null} />}>
      <title>{`${t('rush.title')} · ${schoolText('school')} · ${appText('name')}`}</title>
      <div className={styles.table}>
        <TableMain
          table={table}
          bar={(side) => {
            if (!isNarrow) return null;
            return side === table.above ? <RushSlip game={game} /> : <RushBar game={game} />;
          }}
          parts={{
            left: stage === 'idle' || stage === 'starting' ? null : <RushRules />,
            middle: isNarrow ? null : <RushPanel game={game} />,
            alarm: null,
            actions: null,
            waiting: stage === 'over' ? <RushEnd game={game} /> : <RushStart game={game} />,
            sheet: <RushNote game={game} />,
          }}
        />
      </div>
    </TablePage>
  );
}
