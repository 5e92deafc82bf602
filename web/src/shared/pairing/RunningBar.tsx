import { Avatar } from '../../ui/Avatar.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { usePlayers } from '../people/use-players.ts';
import type { RunningGame } from './running-game.ts';
import { Bar, Words } from './SearchBar.tsx';
import { t } from './texts.ts';
import { minutesText } from './time-text.ts';

interface RunningBarProps {
  roomId: string;
  game: RunningGame;
}

/** The way back to a running game with another user, with the time that is left. */
export function RunningBar({ roomId, game }: RunningBarProps) {
  const [opponent] = usePlayers([game.opponentId]);
  const { isOwnTurn, lostIn } = game;
  const left = minutesText(game.left / 1000);
  const hint =
    lostIn === null
      ? t(`bar.${isOwnTurn ? 'ownTurn' : 'othersTurn'}`, { left })
      : t('bar.lostIn', { count: Math.ceil(lostIn / 1000) });
  return (
    <Bar look="found" inGame={false} label={t('bar.back')}>
      <Avatar file={opponent?.avatar} size={42} />
      <Words
        title={opponent ? t('bar.running', { name: opponent.nickname }) : t('bar.runningUnnamed')}
        hint={hint}
        short={hint}
      />
      <ButtonLink small to={`/play/room/${roomId}`}>
        {t('bar.back')}
      </ButtonLink>
    </Bar>
  );
}
