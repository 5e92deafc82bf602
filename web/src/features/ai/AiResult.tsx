import { useTranslation } from 'react-i18next';
import type { AiGame } from '../../game/engine/ai-game.ts';
import { Button } from '../../ui/Button.tsx';
import { SaveButton } from '../local/SaveButton.tsx';
import type { Save } from '../local/use-save.ts';
import { ResultDialog } from '../table/ResultDialog.tsx';
import { useReview } from '../table/use-review.ts';
import type { Table } from '../table/use-table.ts';

interface AiResultProps {
  table: Table;
  game: AiGame;
  save: Save;
}

/** How the game ended, and what the person does then: play again, keep it, study it. */
export function AiResult({ table, game, save }: AiResultProps) {
  const { t } = useTranslation();
  const review = useReview(game);
  return (
    <ResultDialog
      table={table}
      next={
        <Button tone="primary" onClick={() => game.reset()}>
          {t('ai.result.again')}
        </Button>
      }
      away={
        <>
          <SaveButton {...save} look="short" />
          <Button tone="quiet" onClick={review}>
            {t('table.review')}
          </Button>
        </>
      }
    />
  );
}
