import type { GameRecord, RecordPlayer } from '@doushouqi/protocol';
import { positionOf, SIDES, type Side } from '@doushouqi/rules';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { t as boardText } from '../../board/texts.ts';
import { type Opponent, opponentOf } from '../../shared/device-games/opponents.ts';
import { isLevel } from '../../shared/device-games/saved-games.ts';
import { nameSize } from '../../shared/table/name-size.ts';
import { Thumbnail } from '../../shared/table/Thumbnail.tsx';
import { useTournamentName } from '../../shared/tournament/queries.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { dayText, signed, timeText } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { BotChip, Chip, GuestChip, Stamp } from '../../ui/Marks.tsx';
import { MEDIA } from '../../ui/media.ts';
import { t as uiText } from '../../ui/texts.ts';
import { useMedia } from '../../ui/use-browser.ts';
import { CardActions } from './CardActions.tsx';
import { FavoriteDialog } from './HistoryDialogs.tsx';
import styles from './RecordCard.module.css';
import { kindOf, ratingChangeOf, roundsOf, verdictOf } from './record-details.ts';
import { exportedOf, gameOf } from './record-source.ts';
import { t } from './texts.ts';

/** Returns the level that played a seat; null for people and for games without a level. Pure. */
function computerOf(
  { aiType, aiLevel }: Pick<GameRecord, 'aiType' | 'aiLevel'>,
  player: RecordPlayer,
): Opponent | null {
  return aiType !== null && player._id === null && isLevel(aiLevel) ? opponentOf(aiLevel) : null;
}

interface RecordCardProps {
  record: GameRecord;
  /** The user. */
  userId: string;
  /** Epoch ms. */
  now: number;
  /** Called after the game was deleted. */
  onDeleted: () => void;
}

/** A finished game: last position, players, result and actions. */
export function RecordCard({ record, userId, now, onDeleted }: RecordCardProps) {
  const { players, endTime } = record;
  const game = useMemo(() => gameOf(exportedOf(record)), [record]);
  const verdict = verdictOf(record, userId);
  const label = t('card.label', { red: players.red.nickname, blue: players.blue.nickname });
  return (
    <Card role="article" aria-label={label} className={styles.card}>
      <div className={styles.picture}>
        <Thumbnail position={game && positionOf(game)} label={t(game ? 'card.final' : 'card.unreadable')} />
      </div>
      <div className={styles.words}>
        <div className={styles.players}>
          <Players record={record} />
        </div>
        <Details record={record} won={verdict === 'win'} change={ratingChangeOf(record, userId)} />
        {record.favorites.length > 0 ? (
          <Note record={record} />
        ) : (
          <time className={styles.time} dateTime={new Date(endTime).toISOString()}>
            {dayText(endTime, now)} {timeText(endTime)}
          </time>
        )}
      </div>
      <Stamp result={verdict} className={styles.stamp} />
      <CardActions record={record} onDeleted={onDeleted} />
    </Card>
  );
}

function Players({ record }: { record: GameRecord }): ReactNode {
  return SIDES.map((side, index) => (
    <span key={side} className={styles.seat}>
      <Player player={record.players[side]} side={side} computer={computerOf(record, record.players[side])} />
      {index === 0 && (
        <span className={styles.versus} aria-hidden="true">
          {t('card.versus')}
        </span>
      )}
    </span>
  ));
}

interface PlayerProps {
  player: RecordPlayer;
  side: Side;
  computer: Opponent | null;
}

/** A player of the game; the side if there is no name. */
function Player({ player, side, computer }: PlayerProps) {
  const phone = useMedia(MEDIA.phone);
  const name = boardText(`sideName.${side}`);
  return (
    <>
      <Avatar {...(computer ? { portrait: computer } : { file: player.avatar })} size={phone ? 26 : 38} />
      <span className={styles.name} data-side={side}>
        <strong title={player.nickname} data-size={nameSize(player.nickname)}>
          {player.nickname}
        </strong>
        <BotChip avatar={player.avatar} />
        <GuestChip isGuest={player.isGuest} />
        {player.nickname !== name && <small>{name}</small>}
      </span>
    </>
  );
}

/** End reason, length and kind of the game. */
function Details({ record, won, change }: { record: GameRecord; won: boolean; change: number | null }) {
  const { timeControl, aiLevel, notation } = record;
  const kind = kindOf(record);
  return (
    <p className={styles.details}>
      <Chip tone={won ? 'red' : 'default'}>{uiText(`endReason.${notation.endReason}`)}</Chip>
      <Chip>{t('card.rounds', { count: roundsOf(record) })}</Chip>
      {change !== null && (
        <Chip tone={change > 0 ? 'jade' : 'default'}>{t('card.rating', { change: signed(change) })}</Chip>
      )}
      <span {...(timeControl && { title: t('card.controlHint', { ...timeControl }) })}>
        <Chip tone={kind === 'local' || kind === 'ai' ? 'gold' : 'default'}>
          {kind === 'ai' ? t('card.ai', { level: aiLevel ?? '' }) : t(`card.${kind}`)}
          {timeControl && t('card.control', { ...timeControl })}
        </Chip>
      </span>
      {record.tournamentId !== undefined && <TournamentLink id={record.tournamentId} />}
    </p>
  );
}

/** The tournament of the game; its name appears when it is loaded. */
function TournamentLink({ id }: { id: string }) {
  const name = useTournamentName(id);
  return (
    <Link to={`/tournament/${id}`} className={styles.tournament}>
      <Chip tone="gold" icon="trophy">
        {name ?? t('card.tournament')}
      </Chip>
    </Link>
  );
}

/** The user's comment on a favorite; a press edits it. */
function Note({ record }: { record: GameRecord }) {
  const [editing, setEditing] = useState(false);
  const comment = record.favorites[0]?.comment;
  return (
    <>
      <button type="button" className={styles.note} onClick={() => setEditing(true)}>
        <span>{comment || t('favorite.none')}</span>
        <Icon name="pencil-simple" />
        {comment && <span className="visually-hidden">{t('favorite.edit')}</span>}
      </button>
      <FavoriteDialog record={record} open={editing} onClose={() => setEditing(false)} />
    </>
  );
}
