import { outcome } from '@doushouqi/rules';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { LocalResult } from '../../shared/device-games/LocalResult.tsx';
import { opponentOf } from '../../shared/device-games/opponents.ts';
import type { Save } from '../../shared/device-games/use-save.ts';
import type { Table } from '../../shared/table/use-table.ts';
import { Button } from '../../ui/Button.tsx';
import { chooseOpponent } from './ai-choice.ts';
import type { AiGame } from './ai-game.ts';
import { againstText, nextOpponent, ownTallies, streakText } from './tally-texts.ts';
import { t } from './texts.ts';
import { useAi } from './use-ai-game.ts';

interface AiResultProps {
  table: Table;
  game: AiGame;
  save: Save;
}

/** How the game ended, how all games against this level went, and the way to another level. */
export function AiResult({ table, game, save }: AiResultProps) {
  const navigate = useNavigate();
  const [tallies] = useState(ownTallies);
  const opponent = useAi(game, ({ facts }) => opponentOf(facts.setting.level));
  const isWon = useAi(game, (state) => outcome(state.game).winner === state.own);
  const next = isWon ? nextOpponent(tallies, opponent) : null;
  const change = (): void => {
    if (next) chooseOpponent(next);
    void navigate('/play/ai');
  };
  return (
    <LocalResult
      {...{ table, game, save }}
      note={
        <p>
          {againstText(tallies, opponent)}
          {next && <strong>{streakText(tallies, opponent, next)}</strong>}
        </p>
      }
      next={<Button onClick={change}>{t('otherOpponent')}</Button>}
    />
  );
}
