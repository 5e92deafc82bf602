import {
  formatFen,
  formatMoveList,
  formatPositionString,
  formatRecord,
  gameMoves,
  moveRows,
  positionOf,
  startFen,
  turn,
} from '@doushouqi/rules';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { t as uiText } from '../../ui/texts.ts';
import { MoveList } from './MoveList.tsx';
import styles from './MoveRecord.module.css';
import { t } from './texts.ts';
import { useGame, useGameBeside } from './use-game.ts';
import { type Table, useReview } from './use-table.ts';

/** The moves, and the awaited move at the end. */
export function MoveRecordBody({ table: { controller, past } }: { table: Table }) {
  const game = useGameBeside(controller, (state) => state.game);
  const own = useGameBeside(controller, (state) => state.own);
  const isOver = useGameBeside(controller, ({ status }) => status === 'over');
  const mine = turn(positionOf(game)) === own;
  const next = own === null ? 'moves.watching' : mine ? 'moves.yours' : 'moves.theirs';
  return (
    <div className={styles.list}>
      <MoveList game={game} past={past} isOver={isOver} waiting={isOver ? null : t(next)} />
    </div>
  );
}

interface MoveRecordCardProps {
  table: Table;
  title?: string;
  /** Content to the right of the title, and below the moves. */
  aside?: ReactNode;
  foot?: ReactNode;
}

/** The move list in its card, for screens with room for it. */
export function MoveRecordCard({ table, title, aside, foot }: MoveRecordCardProps) {
  const round = useGameBeside(table.controller, ({ game }) => moveRows(gameMoves(game)).length);
  return (
    <Card framed className={styles.card}>
      <div className={styles.top}>
        <h2 className={styles.head}>
          {title ?? t('record')}
          {round > 0 && <span>{t('moves.round', { round })}</span>}
        </h2>
        {aside}
      </div>
      <MoveRecordBody table={table} />
      {foot}
    </Card>
  );
}

interface MoveRecordDialogProps {
  table: Table;
  open: boolean;
  onClose: () => void;
}

/** The notation dialog: the move list and the game in copyable notations. */
export function MoveRecordDialog({ table, open, onClose }: MoveRecordDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} className={styles.dialog}>
      <DialogTitle className={styles.title}>{t('record')}</DialogTitle>
      <Forms table={table} onClose={onClose} />
    </Dialog>
  );
}

function Forms({ table, onClose }: Omit<MoveRecordDialogProps, 'open'>) {
  const { controller, past } = table;
  const game = useGame(controller, (state) => state.game);
  const hasBegun = useGame(controller, ({ gameId }) => gameId !== null);
  const isOver = useGame(controller, ({ status }) => status === 'over');
  const review = useReview(table);
  return (
    <div className={styles.forms}>
      <div className={styles.sheet}>
        <MoveList game={game} past={past} isOver={isOver} waiting={null} onChosen={onClose} />
      </div>
      <div className={styles.codes}>
        <NotationCode
          name={t('notation.fen')}
          done={t('notation.fenCopied')}
          text={formatFen(positionOf(game))}
        />
        <NotationCode
          name={t('notation.position')}
          done={t('notation.positionCopied')}
          text={formatPositionString(positionOf(game))}
        />
        {/* A record does not contain its start position. */}
        {startFen(game) === null && (
          <NotationCode
            name={t('notation.record')}
            done={t('notation.recordCopied')}
            text={formatRecord(game)}
          />
        )}
        <div className={styles.buttons}>
          <Button
            icon="copy"
            disabled={!hasBegun}
            onClick={() => void copyText(formatMoveList(game), t('notation.listCopied'))}
          >
            {t('notation.copyList')}
          </Button>
          {isOver && (
            <Button tone="jade" icon="play-fill" onClick={review}>
              {t('review')}
            </Button>
          )}
          <Button onClick={onClose}>{uiText('close')}</Button>
        </div>
      </div>
    </div>
  );
}

interface NotationCodeProps {
  name: string;
  text: string;
  /** Message after copying. */
  done: string;
}

/** A notation with a copy button; where copying is forbidden, a press selects the text. */
export function NotationCode({ name, text, done }: NotationCodeProps) {
  return (
    <div className={styles.code}>
      <span>{name}</span>
      <input readOnly value={text} aria-label={name} onFocus={(event) => event.target.select()} />
      <Button
        small
        icon="copy"
        aria-label={t('notation.copy', { name })}
        onClick={() => void copyText(text, done)}
      />
    </div>
  );
}
