import { plyCount } from '@doushouqi/rules';
import { Button, IconButton } from '../../ui/Button.tsx';
import { lastMoveText, pastText } from './move-text.ts';
import styles from './PastBar.module.css';
import { t } from './texts.ts';
import { useGame } from './use-game.ts';
import type { Table } from './use-table.ts';

/** Names the shown earlier position on the board's edge, and whether moves were made meanwhile. */
export function PastMark({ ply, hasNews }: { ply: number; hasNews: boolean }) {
  return (
    <div className={styles.frame} data-news={hasNews}>
      <span>{pastText(ply)}</span>
    </div>
  );
}

/** Buttons through the moves and back to the present; announces moves made meanwhile. */
export function PastBar({ controller, past }: Table) {
  const game = useGame(controller, (state) => state.game);
  const ply = past.back ?? plyCount(game);
  return (
    <div className={styles.place}>
      <section className={styles.bar} aria-label={t('past.label')}>
        <IconButton
          icon="caret-left"
          label={t('past.back')}
          disabled={ply === 0}
          onClick={() => past.show(ply - 1)}
        />
        <IconButton icon="caret-right" label={t('past.on')} onClick={() => past.show(ply + 1)} />
        <p role="status" className={styles.news}>
          {past.hasNews && t('past.news', { move: lastMoveText(game) })}
        </p>
        <Button
          tone="jade"
          className={styles.leave}
          title={t('past.keys')}
          onClick={() => past.show(plyCount(game))}
        >
          {t('past.leave')}
        </Button>
      </section>
    </div>
  );
}
