import { type PublicUser, timeClassOf, type WatchableGame } from '@doushouqi/protocol';
import { ONLINE_RULE_SET, parseRecord, plyCount, positionOf, SIDES, type Side } from '@doushouqi/rules';
import { Link } from 'react-router-dom';
import { controlText } from '../../shared/pairing/pools.ts';
import { useRatingsOf } from '../../shared/ratings/player-queries.ts';
import { shownLevel } from '../../shared/ratings/queries.ts';
import { Thumbnail } from '../../shared/table/Thumbnail.tsx';
import { Emblem } from '../../ui/Emblem.tsx';
import { BotChip, Seal } from '../../ui/Marks.tsx';
import styles from './WatchableGames.module.css';
import { t } from './watch-texts.ts';

/**
 * Returns the level of each player in the time class of the game; null before the first rated game, undefined until
 * loaded.
 */
function useLevels(
  games: readonly WatchableGame[],
): (game: WatchableGame, side: Side) => number | null | undefined {
  const ids = games.flatMap(({ red, blue }) => [red._id, blue._id]).sort();
  const { data } = useRatingsOf(ids);
  return (game, side) => {
    // A bot has its chip in this place.
    if (game[side].isBot) return undefined;
    const userRatings = data?.get(game[side]._id);
    return userRatings && shownLevel(userRatings[timeClassOf(game)]);
  };
}

/** Running games with links to their rooms. */
export function WatchableGames({ games }: { games: readonly WatchableGame[] }) {
  const levelOf = useLevels(games);
  return (
    <ul className={styles.games}>
      {games.map((game) => (
        <li key={game.roomId}>
          <Game game={game} levelOf={(side) => levelOf(game, side)} />
        </li>
      ))}
    </ul>
  );
}

interface GameProps {
  game: WatchableGame;
  levelOf: (side: Side) => number | null | undefined;
}

function Game({ game, levelOf }: GameProps) {
  const parsed = parseRecord(game.record, { ruleSet: ONLINE_RULE_SET });
  const round = Math.floor((parsed.ok ? plyCount(parsed.value) : 0) / 2) + 1;
  const control = controlText(game);
  const names = { red: game.red.nickname, blue: game.blue.nickname };
  return (
    <Link
      to={`/play/room/${game.roomId}`}
      className={styles.game}
      aria-label={t('game', { ...names, control, round })}
    >
      <span className={styles.board}>
        <Thumbnail position={parsed.ok ? positionOf(parsed.value) : null} label={t('position')} />
      </span>
      <span className={styles.words}>
        {SIDES.map((side) => (
          <Player key={side} side={side} player={game[side]} level={levelOf(side)} />
        ))}
        <span className={styles.round}>{t('round', { control, round })}</span>
      </span>
    </Link>
  );
}

interface PlayerProps {
  side: Side;
  player: PublicUser;
  level: number | null | undefined;
}

function Player({ side, player: { nickname, avatar }, level }: PlayerProps) {
  return (
    <span className={styles.player}>
      <Seal tone={side}>{t(side)}</Seal>
      <strong title={nickname}>{nickname}</strong>
      <BotChip avatar={avatar} />
      {level !== undefined && <Emblem level={level} size={22} />}
    </span>
  );
}
