import {
  fromWireWinner,
  HOUSE_BOTS,
  type PublicUser,
  type RoomSnapshot,
  type TournamentDetails,
} from '@doushouqi/protocol';
import { remaining } from '@doushouqi/room';
import { lastMove, ONLINE_RULE_SET, parseRecord, positionOf, type Side, turn } from '@doushouqi/rules';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { api } from '../../client/api.ts';
import { useNow } from '../../client/use-now.ts';
import { Thumbnail } from '../../shared/table/Thumbnail.tsx';
import { countdownText } from '../../shared/tournament/countdown.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { BotChip, Chip, Seal, Stamp, type StampedResult } from '../../ui/Marks.tsx';
import { useIsVisible } from '../../ui/use-browser.ts';
import { t } from './arena/texts.ts';
import styles from './TopTable.module.css';

type Table = TournamentDetails['tables'][number];

/** Interval of requests for the shown game. Milliseconds. */
const POLL_INTERVAL = 3_000;
/** Milliseconds for which a finished game stays. */
const STAYS = 6_000;
const STAMPS = { red: 'redWins', blue: 'blueWins', draw: 'draw' } as const;

/**
 * Returns the game of the leaders that is followed to its end, with its room; after its result was shown for a moment the next
 * one follows.
 */
function useFollowed(tables: readonly Table[]) {
  const [shown, setShown] = useState<Table | undefined>(tables[0]);
  const isVisible = useIsVisible();
  const { data: room } = useQuery({
    queryKey: ['top-table', shown?.roomId],
    queryFn: async () =>
      (await api.getRoom({
        params: { roomId: shown!.roomId },
        query: { view: 'compact' },
      })) as RoomSnapshot,
    enabled: shown !== undefined && isVisible,
    refetchInterval: ({ state }) => (state.data?.winner ? false : POLL_INTERVAL),
    retry: false,
  });
  const winner = room ? fromWireWinner(room.winner) : null;
  const isListed = shown !== undefined && tables.some(({ gameId }) => gameId === shown.gameId);
  const next = tables.find(({ gameId }) => gameId !== shown?.gameId);
  if (shown === undefined && tables[0]) setShown(tables[0]);
  const isOver = shown !== undefined && (winner !== null || !isListed);
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => setShown(next), STAYS);
    return () => clearTimeout(timer);
  }, [isOver, next]);
  const stamp: StampedResult | null = winner && STAMPS[winner];
  return { shown, room, stamp };
}

/** House bots alone do not play: each waits for a person. */
function isOfBots({ hasBots, players }: TournamentDetails): boolean {
  return hasBots && players <= HOUSE_BOTS.length;
}

/** The running game of the leaders, live. */
export function TopTable({ details }: { details: TournamentDetails }) {
  const { shown, room, stamp } = useFollowed(details.tables);
  const parsed = room ? parseRecord(room.record, { ruleSet: ONLINE_RULE_SET }) : null;
  const played = parsed?.ok ? parsed.value : null;
  const position = played && positionOf(played);
  const clock =
    room?.timeControl && position
      ? {
          turn: turn(position),
          timeLeft: { red: room.timeLeft.player1, blue: room.timeLeft.player2 },
          lastMoveTime: stamp ? null : room.lastMoveTime,
        }
      : null;
  if (!shown)
    return (
      <Card framed className={styles.card} role="region" aria-label={t('top.title')}>
        <h2>{t('top.title')}</h2>
        <div className={styles.none}>
          <span className={styles.board}>
            <Thumbnail position={null} label={t('top.board')} />
          </span>
          <p>{t(isOfBots(details) ? 'top.bots' : 'top.between')}</p>
        </div>
      </Card>
    );
  const spectators = room?.spectators.length ?? 0;
  return (
    <Card framed className={styles.card} role="region" aria-label={t('top.title')}>
      <header className={styles.head}>
        <h2>{t('top.title')}</h2>
        {stamp ? (
          <Chip>{t('top.over')}</Chip>
        ) : (
          spectators > 0 && (
            <Chip tone="jade" className={styles.live}>
              {t('top.spectators', { count: spectators })}
            </Chip>
          )
        )}
      </header>
      <Player side="blue" user={shown.blue} clock={clock} />
      <Link
        to={`/play/room/${shown.roomId}`}
        className={styles.board}
        aria-label={t('top.open', { red: shown.red.nickname, blue: shown.blue.nickname })}
      >
        <Thumbnail position={position} last={played && lastMove(played)} label={t('top.board')} isLarge />
        {stamp && <Stamp result={stamp} className={styles.stamp} />}
      </Link>
      <Player side="red" user={shown.red} clock={clock} />
      <ButtonLink icon="eye" to={`/play/room/${shown.roomId}`} className={styles.watch}>
        {t('top.watch')}
      </ButtonLink>
    </Card>
  );
}

interface PlayerProps {
  side: Side;
  user: PublicUser;
  /** Null without clocks, or while unknown. */
  clock: { turn: Side; timeLeft: Record<Side, number>; lastMoveTime: number | null } | null;
}

function Player({ side, user, clock }: PlayerProps) {
  const now = useNow();
  const left = clock && remaining(clock, clock.turn, side, now);
  const isRunning = clock !== null && clock.lastMoveTime !== null && clock.turn === side;
  return (
    <p className={styles.player} data-side={side}>
      <Seal tone={side}>{t(`top.seal.${side}`)}</Seal>
      <strong title={user.nickname}>{user.nickname}</strong>
      <BotChip avatar={user.avatar} />
      {left !== null && (
        <span className={styles.clock} data-running={isRunning ? side : undefined}>
          {countdownText(left)}
        </span>
      )}
    </p>
  );
}
