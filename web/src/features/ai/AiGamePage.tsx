import '../../i18n/ai-texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import type { BoardShape } from '../../board/shapes.ts';
import { useInRatedGame } from '../../engine/online-lock.ts';
import { colourOf } from '../../game/board-model.ts';
import type { AiGame } from '../../game/engine/ai-game.ts';
import { LocalResult } from '../local/LocalResult.tsx';
import { useSave } from '../local/use-save.ts';
import { MoveRecordDialog } from '../table/MoveRecord.tsx';
import { TableMain } from '../table/TableMain.tsx';
import { TablePage } from '../table/TablePage.tsx';
import { useFullBoard } from '../table/use-full-board.ts';
import { useTable } from '../table/use-table.ts';
import { AiActions } from './AiActions.tsx';
import { AiBar } from './AiBar.tsx';
import { AiHeader } from './AiHeader.tsx';
import { AiNotes } from './AiNotes.tsx';
import { OpponentCard } from './OpponentCard.tsx';
import { opponentOf } from './opponents.ts';
import { RatedLock } from './RatedLock.tsx';
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
  return [{ kind: 'arrow', from, to, colour: 'jade' }];
}

function AiTable({ game }: { game: AiGame }) {
  const { t } = useTranslation();
  const table = useTable(game);
  const facts = useAi(game, (state) => state.facts);
  const { level, own } = facts.setting;
  const opponent = opponentOf(level);
  const save = useSave(facts.local, {
    path: '/play/ai/game',
    aiType: opponent.strong ? 'strong' : 'plain',
    aiLevel: level,
    side: colourOf(own),
  });
  const full = useFullBoard();
  const [isRecordOpen, setRecordOpen] = useState(false);
  const header = (
    <AiHeader {...{ game, opponent, save }} onFull={full.enter} onRecord={() => setRecordOpen(true)} />
  );
  return (
    <TablePage header={header} full={full}>
      <title>{`${t('ai.title')} · ${t('app.name')}`}</title>
      <TableMain
        table={table}
        bar={(player) => <AiBar {...{ game, player, opponent }} glow={table.theme.glow} />}
        parts={{
          left: <OpponentCard opponent={opponent} setting={facts.setting} />,
          notes: <AiNotes game={game} />,
          actions: <AiActions table={table} game={game} />,
          shapes: useShapes(game),
          result: <LocalResult {...{ table, game, save }} />,
        }}
      />
      <MoveRecordDialog table={table} open={isRecordOpen} onClose={() => setRecordOpen(false)} />
    </TablePage>
  );
}
