import {
  formatFen,
  formatMoveList,
  formatPositionString,
  formatRecord,
  positionOf,
  startFen,
} from '@doushouqi/rules';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { t as uiText } from '../../ui/texts.ts';
import { MoveList } from './MoveList.tsx';
import styles from './MoveRecord.module.css';
import { NotationCode } from './NotationCode.tsx';
import { t } from './texts.ts';
import { useGame } from './use-game.ts';
import { type Table, useReview } from './use-table.ts';

interface MoveRecordDialogProps {
  table: Table;
  open: boolean;
  onClose: () => void;
}

/** The notation dialog: the move list and the game in copyable notations. */
export default function MoveRecordDialog({ table, open, onClose }: MoveRecordDialogProps) {
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
