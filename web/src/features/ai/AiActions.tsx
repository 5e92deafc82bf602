import { useEffect } from 'react';
import { useInOnlineGame } from '../../client/online-lock.ts';
import {
  type AiRefusal,
  aiUndoRefusal,
  HINTS,
  hintRefusal,
} from '../../shared/device-games/ai-game-state.ts';
import { hasMoves } from '../../shared/device-games/local-game-state.ts';
import { Action, ActionRow } from '../../shared/table/TableActions.tsx';
import { t as tableText } from '../../shared/table/texts.ts';
import type { Table } from '../../shared/table/use-table.ts';
import { type ConfirmOptions, confirm } from '../../ui/confirm-store.ts';
import { toast } from '../../ui/toast-store.ts';
import type { AiGame } from './ai-game.ts';
import { t } from './texts.ts';
import { useAi } from './use-ai-game.ts';

interface AiActionsProps {
  table: Table;
  game: AiGame;
}

/** What the person does besides moving. */
export function AiActions({ table, game }: AiActionsProps) {
  const facts = useAi(game, (state) => state.facts);
  const isOver = useAi(game, ({ status }) => status === 'over');
  return (
    <ActionRow
      table={table}
      before={
        !isOver && (
          <>
            <Undo game={game} refusal={aiUndoRefusal(facts)} />
            <HintAction game={game} refusal={hintRefusal(facts)} left={HINTS - facts.hintsUsed} />
          </>
        )
      }
      after={
        <>
          <Reset game={game} isFresh={!hasMoves(facts.local) && !isOver} isOver={isOver} />
          {!isOver && <Surrender game={game} />}
        </>
      }
    />
  );
}

interface RefusableProps {
  game: AiGame;
  /** Why it cannot be done now. */
  refusal: AiRefusal | null;
}

/** Runs something, or says why it cannot be done. */
function useRefusable(refusal: AiRefusal | 'ONLINE_GAME' | null, run: () => void): () => void {
  return () => (refusal === null ? run() : void toast.warning(t(`refused.${refusal}`)));
}

function Undo({ game, refusal }: RefusableProps) {
  const undo = useRefusable(refusal, () => game.takeBack());
  return (
    <Action
      icon="arrow-counter-clockwise"
      label={tableText('actions.undo')}
      resting={refusal !== null}
      onClick={undo}
    />
  );
}

/** No help for anybody who plays online meanwhile. */
function HintAction({ game, refusal, left }: RefusableProps & { left: number }) {
  const isOnline = useInOnlineGame();
  const isOn = useAi(game, ({ facts }) => facts.setting.hints);
  const isShown = useAi(game, ({ hint }) => hint !== null);
  const refused = isOnline ? 'ONLINE_GAME' : refusal;
  useEffect(() => {
    if (isOnline && isShown) game.closeHint();
  }, [game, isOnline, isShown]);
  const ask = useRefusable(refused, () => void game.hint());
  return (
    <Action
      icon="lightbulb"
      label={isOn ? t('actions.hintLeft', { count: left }) : t('actions.hint')}
      resting={refused !== null}
      pressed={isShown}
      onClick={isShown ? () => game.closeHint() : ask}
    />
  );
}

/** The question may be open while another window goes on, or begins anew: then it was about another game. */
async function ask(game: AiGame, question: ConfirmOptions, act: () => void): Promise<void> {
  const { gameId } = game.store.getState();
  if ((await confirm(question)) && game.store.getState().gameId === gameId) act();
}

function Reset({ game, isFresh, isOver }: { game: AiGame; isFresh: boolean; isOver: boolean }) {
  const label = t('actions.reset');
  const question = { title: t('reset.title'), message: t('reset.message'), confirmText: label };
  const reset = (): void => game.reset();
  return (
    <Action
      icon="arrows-clockwise"
      label={label}
      disabled={isFresh}
      onClick={() => (isOver ? reset() : void ask(game, question, reset))}
    />
  );
}

function Surrender({ game }: { game: AiGame }) {
  const label = t('actions.surrender');
  const question = { title: t('surrender.title'), message: t('surrender.message'), confirmText: label };
  return (
    <Action
      icon="flag"
      label={label}
      danger
      onClick={() => void ask(game, question, () => game.surrender())}
    />
  );
}
