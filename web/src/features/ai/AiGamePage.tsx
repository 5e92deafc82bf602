import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import type { BoardShape } from '../../board/shapes.ts';
import { useInRatedGame } from '../../client/online-lock.ts';
import { useSession } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { opponentOf } from '../../shared/device-games/opponents.ts';
import { useSave } from '../../shared/device-games/use-save.ts';
import { MoveRecordDialog } from '../../shared/table/MoveRecord.tsx';
import { TableMain } from '../../shared/table/TableMain.tsx';
import { TablePage, useFullBoard } from '../../shared/table/TablePage.tsx';
import { useTable } from '../../shared/table/use-table.ts';
import { type TableLayout, useTableLayout } from '../../shared/table/use-table-layout.ts';
import { MEDIA } from '../../ui/media.ts';
import { useMedia } from '../../ui/use-media.ts';
import { AiActions } from './AiActions.tsx';
import { AiBar } from './AiBar.tsx';
import { AiHeader } from './AiHeader.tsx';
import { AiNotes, HintCard } from './AiNotes.tsx';
import { AiResult } from './AiResult.tsx';
import type { AiGame } from './ai-game.ts';
import { OpponentCard } from './OpponentCard.tsx';
import { OpponentTalk } from './OpponentTalk.tsx';
import { RatedLock } from './RatedLock.tsx';
import { t } from './texts.ts';
import { useAi, useAiGame } from './use-ai-game.ts';

/** The game against the computer (spec §2). It needs no server but for keeping a record. */
export default function AiGamePage() {
  const game = useAiGame();
  if (useInRatedGame()) return <RatedLock />;
  return game ? <AiTable game={game} /> : <Navigate to="/play/ai" replace />;
}

/** What the hint points at. */
function useShapes(game: AiGame): readonly BoardShape[] {
  const hint = useAi(game, (state) => state.hint);
  if (hint?.phase !== 'given') return [];
  const { from, to } = hint.line.move;
  return [{ kind: 'arrow', from, to, colour: 'jade', dashed: true }];
}

/** What the opponent says lies under everything else there. */
const IN_SHEET: readonly TableLayout[] = ['phone', 'upright'];

function AiTable({ game }: { game: AiGame }) {
  const facts = useAi(game, (state) => state.facts);
  const { level, own } = facts.setting;
  const opponent = opponentOf(level);
  const nickname = useSession(({ user }) => user?.nickname ?? null);
  const name = t(`opponent.${opponent.key}.name`);
  const table = useTable(game, own === 'red' ? { red: nickname, blue: name } : { red: name, blue: nickname });
  const save = useSave(facts.local, {
    path: '/play/ai/game',
    aiType: opponent.strong ? 'strong' : 'plain',
    aiLevel: level,
    side: own,
  });
  const full = useFullBoard();
  const layout = useTableLayout();
  const isHinting = useAi(game, ({ hint }) => hint !== null);
  // On lower phones a hint and the opponent do not both fit under the actions.
  const isLow = useMedia(MEDIA.short) && layout === 'phone';
  const talk = <OpponentTalk game={game} opponent={opponent} />;
  const [isRecordOpen, setRecordOpen] = useState(false);
  const header = (
    <AiHeader {...{ game, opponent, save }} onFull={full.enter} onRecord={() => setRecordOpen(true)} />
  );
  return (
    <TablePage header={header} full={full}>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <TableMain
        table={table}
        bar={(side) => <AiBar {...{ game, side, opponent }} glow={table.theme.glow} />}
        parts={{
          left: (
            <>
              <OpponentCard opponent={opponent} setting={facts.setting} />
              {talk}
            </>
          ),
          notes: (
            <>
              <AiNotes game={game} hasHint={!isLow} />
              {!IN_SHEET.includes(layout) && layout !== 'wide' && talk}
            </>
          ),
          ...(IN_SHEET.includes(layout) && { sheet: talk }),
          answer: isLow && isHinting && <HintCard game={game} />,
          actions: <AiActions table={table} game={game} />,
          shapes: useShapes(game),
          result: <AiResult {...{ table, game, save }} />,
        }}
      />
      <MoveRecordDialog table={table} open={isRecordOpen} onClose={() => setRecordOpen(false)} />
    </TablePage>
  );
}
