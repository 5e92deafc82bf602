import { Link } from 'react-router-dom';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PawDots } from '../../ui/Loading.tsx';
import type { RunningGame } from './running-game.ts';
import styles from './SearchPill.module.css';
import { giveUp } from './search.ts';
import type { Search } from './search-state.ts';
import { t } from './texts.ts';
import { minutesText } from './time-text.ts';
import { useNow } from './use-now.ts';

interface SearchPillProps {
  search: Search;
  /** At the edge of a phone in landscape there is room for the time alone. */
  isRail: boolean;
}

interface BackProps {
  roomId: string;
  game: RunningGame;
  isRail: boolean;
}

/** The way back to a running game, with the time on the own clock. Where room is short, the user's turn comes first. */
export function Back({ roomId, game, isRail }: BackProps) {
  const left = minutesText(game.left / 1000);
  const onTurn = game.isOwnTurn && styles.spare;
  const label = t(`bar.${game.isOwnTurn ? 'ownTurn' : 'othersTurn'}`, { left });
  return (
    <Link
      to={`/play/room/${roomId}`}
      className={styles.pill}
      data-rail={isRail}
      data-way
      data-turn={game.isOwnTurn}
      aria-label={`${t('bar.back')}：${label}`}
      title={label}
    >
      {!isRail && <Icon name="timer" className={cx(onTurn)} />}
      <span className={game.isOwnTurn ? undefined : styles.spare}>
        {t(`bar.${game.isOwnTurn ? 'turn' : 'back'}`)}
      </span>
      <span className={cx('tabular', onTurn)}>{left}</span>
    </Link>
  );
}

/** The running search in the header of a game or of the analysis. */
export function SearchPill({ search, isRail }: SearchPillProps) {
  const now = useNow();
  const since = 'since' in search ? search.since : now;
  const time = minutesText((now - since) / 1000);
  const isLost = search.phase === 'searching' && search.lost;
  return (
    <span className={styles.pill} data-rail={isRail} title={t('bar.searching')}>
      {isLost ? <Icon name="wifi-slash" /> : !isRail && <PawDots />}
      <span className={styles.spare}>{t('bar.label')}</span>
      <span className="tabular">{time}</span>
      {!isRail && (
        <button
          type="button"
          className={styles.cancel}
          aria-label={t('bar.cancel')}
          title={t('bar.cancel')}
          onClick={giveUp}
        >
          <Icon name="x" />
        </button>
      )}
    </span>
  );
}
