import { useNow } from '../../client/use-now.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { BotChip } from '../../ui/Marks.tsx';
import { MEDIA } from '../../ui/media.ts';
import { useMedia } from '../../ui/use-browser.ts';
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
  const isPhone = useMedia(MEDIA.phone);
  const isSwiss = data?.kind === 'swiss';
  const { nickname: name } = opponent;
  const title = isSwiss ? t('round.swiss', { name, round: data.round }) : t('round.arena', { name });
  const what = isSwiss ? t('round.swissShort', { round: data.round }) : t('round.arenaShort');
  const hint = isLate ? t('round.late') : t(`found.first.${color}`);
  return (
    <Bar look="found" inGame={inGame} label={t('round.label')}>
      <Avatar file={opponent.avatar} size={42} />
      <Words
        title={
          <>
            {isPhone ? name : title} <BotChip avatar={opponent.avatar} />
          </>
        }
        hint={data ? `${data.name} · ${hint}` : hint}
        short={`${what} · ${hint}`}
      />
      <span className={styles.left} title={t(isLate ? 'round.moveIn' : 'round.seatIn', { count: left })}>
        {left}
        <small>{t('found.seconds')}</small>
      </span>
      <ButtonLink small to={`/play/room/${roomId}`}>
        {t('bar.seat')}
      </ButtonLink>
    </Bar>
  );
}
