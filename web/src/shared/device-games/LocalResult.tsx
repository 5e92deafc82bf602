import type { ReactNode } from 'react';
import type { GameController } from '../../game/controller.ts';
import { Button } from '../../ui/Button.tsx';
import { ResultDialog } from '../table/ResultDialog.tsx';
import { t as tableText } from '../table/texts.ts';
import { type Table, useReview } from '../table/use-table.ts';
import { SaveButton } from './SaveButton.tsx';
import type { Save } from './use-save.ts';

interface LocalResultProps {
  table: Table;
  game: GameController & { reset: () => void };
  save: Save;
  /** Between the words and the buttons. */
  note?: ReactNode;
  /** After the button to play again. */
  next?: ReactNode;
}

/** How a game on this device ended, and what people do then: play again, keep it, study it. */
export function LocalResult({ table, game, save, note, next }: LocalResultProps) {
  const review = useReview(table);
  return (
    <ResultDialog
      table={table}
      next={
        <>
          <Button tone="primary" onClick={() => game.reset()}>
            {tableText('result.again')}
          </Button>
          {next}
        </>
      }
      rating={note}
      away={
        <>
          <SaveButton {...save} look="short" />
          <Button tone="quiet" onClick={review}>
            {tableText('review')}
          </Button>
        </>
      }
    />
  );
}
