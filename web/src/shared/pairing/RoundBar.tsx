import { useNow } from '../../client/use-now.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { BotChip } from '../../ui/Marks.tsx';
import { useTournament } from '../tournament/queries.ts';
import styles from './SearchBar.module.css';
import { Bar, Words } from './SearchBar.tsx';
import { dueOf, type Found } from './search-state.ts';
import { t } from './texts.ts';

interface RoundBarProps {
  found: Found;
  tournamentId: string;
  /** As in `SearchBar`. */
  inGame: boolean;
}

/** The next game of a tournament: the opponent, and the seconds left to take the seat, then for the first move. */
export function RoundBar({ found, tournamentId, inGame }: RoundBarProps) {
  const now = useNow();
  const { data } = useTournament(tournamentId);
  const { opponent, roomId, color, at } = found;
  const due = dueOf(at, now);
  const isLate = due?.what !== 'seat';
  const left = Math.ceil((due?.left ?? 0) / 1000);
  const title = data && data.rounds !== null ? 'round.swiss' : 'round.arena';
  const hint = isLate ? t('round.late') : t(`found.first.${color}`);
  return (
    <Bar look="found" inGame={inGame} label={t('round.label')}>
      <Avatar file={opponent.avatar} size={42} />
      <Words
        title={
          <>
            {t(title, { name: opponent.nickname, round: data?.round ?? '' })}{' '}
            <BotChip avatar={opponent.avatar} />
          </>
        }
        hint={data ? `${data.name} · ${hint}` : hint}
        short={hint}
      />
      <span className={styles.left} title={t(isLate ? 'round.moveIn' : 'round.seatIn', { count: left })}>
        {left}
      </span>
      <ButtonLink small to={`/play/room/${roomId}`}>
        {t('bar.seat')}
      </ButtonLink>
    </Bar>
  );
}
