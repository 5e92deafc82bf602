import type { GameRecord } from '@doushouqi/protocol';
import { useState } from 'react';
import { ButtonLink, IconButton } from '../../ui/Button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { cx } from '../../ui/cx.ts';
import { downloadText } from '../../ui/download.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import styles from './CardActions.module.css';
import { FILE_FORMATS, type FormatName, gameFileName, gameTextOf } from './game-file.ts';
import { FavoriteDialog, ShareDialog } from './HistoryDialogs.tsx';
import { useRecordActions } from './queries.ts';
import { exportedOf } from './record-source.ts';
import { t } from './texts.ts';

interface CardActionsProps {
  record: GameRecord;
  onDeleted: () => void;
}

/** Actions on a game. */
export function CardActions({ record, onDeleted }: CardActionsProps) {
  const { busy, remove } = useRecordActions(record);
  const [sharing, setSharing] = useState(false);
  const deleteIt = async (): Promise<void> => {
    if (await remove()) onDeleted();
  };
  return (
    <div className={styles.actions}>
      {/* Passes the game along, so that it is not fetched twice. */}
      <ButtonLink
        tone="jade"
        icon="play-fill"
        to={`/analysis?record=${record._id}`}
        state={{ record, review: true }}
      >
        {t('card.replay')}
      </ButtonLink>
      <div className={styles.icons}>
        <FavoriteButton record={record} />
        <IconButton icon="share-network" label={t('share.label')} onClick={() => setSharing(true)} />
        <ExportMenu record={record} />
        {record.type === 'local' && (
          <IconButton
            icon="trash"
            label={t('remove.label')}
            aria-busy={busy || undefined}
            className={styles.delete}
            onClick={() => void deleteIt()}
          />
        )}
      </div>
      <ShareDialog record={record} open={sharing} onClose={() => setSharing(false)} />
    </div>
  );
}

/** The favorite button: adding asks for a comment, removing does not. */
function FavoriteButton({ record }: { record: GameRecord }) {
  const { busy, unfavor } = useRecordActions(record);
  const [asking, setAsking] = useState(false);
  const isFavorite = record.favorites.length > 0;
  return (
    <>
      <IconButton
        icon={isFavorite ? 'star-fill' : 'star'}
        label={t(isFavorite ? 'favorite.remove' : 'favorite.add')}
        aria-busy={busy || undefined}
        className={cx(isFavorite && styles.favorite)}
        onClick={() => (isFavorite ? void unfavor() : setAsking(true))}
      />
      <FavoriteDialog record={record} open={asking} onClose={() => setAsking(false)} />
    </>
  );
}

/** Export of one game. */
function ExportMenu({ record }: { record: GameRecord }) {
  const download = (format: FormatName): void => {
    const game = exportedOf(record);
    const { type, part, whole } = FILE_FORMATS[format];
    downloadText(gameFileName(game, format), type, whole([part(game) ?? '']));
  };
  const copy = (): Promise<boolean> => copyText(gameTextOf(exportedOf(record)) ?? '', t('export.copied'));
  return (
    <Menu
      label={t('export.label')}
      items={[
        { icon: 'copy', label: t('export.copyText'), onSelect: () => void copy() },
        { icon: 'list-numbers', label: t('export.text'), onSelect: () => download('text') },
        { icon: 'download-simple', label: t('export.json'), onSelect: () => download('json') },
      ]}
    >
      <Icon name="download-simple" />
    </Menu>
  );
}
