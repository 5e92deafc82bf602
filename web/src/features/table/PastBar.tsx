import { plyCount } from '@doushouqi/rules';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../ui/Button.tsx';
import { lastMoveText, pastText } from './move-text.ts';
import styles from './PastBar.module.css';
import { useGame } from './use-game.ts';
import type { Table } from './use-table.ts';

/** On the board's edge while an earlier position is shown: what it is, and whether the game went on meanwhile. */
export function PastMark({ ply, hasNews }: { ply: number; hasNews: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={styles.frame} data-news={hasNews}>
      <span>{pastText(t, ply)}</span>
    </div>
  );
}

/** The way through the moves and back to the present; it tells of moves that are made meanwhile. */
export function PastBar({ controller, past }: Table) {
  const { t } = useTranslation();
  const game = useGame(controller, (state) => state.game);
  const ply = past.back ?? plyCount(game);
  return (
    <div className={styles.place}>
      <section className={styles.bar} aria-label={t('table.past.label')}>
        <IconButton
          icon="caret-left"
          label={t('table.past.back')}
          disabled={ply === 0}
          onClick={() => past.show(ply - 1)}
        />
        <IconButton icon="caret-right" label={t('table.past.on')} onClick={() => past.show(ply + 1)} />
        <p role="status" className={styles.news}>
          {past.hasNews && t('table.past.news', { move: lastMoveText(t, game) })}
        </p>
        <Button
          tone="jade"
          className={styles.leave}
          title={t('table.past.keys')}
          onClick={() => past.show(plyCount(game))}
        >
          {t('table.past.leave')}
        </Button>
      </section>
    </div>
  );
}
