import type { RoomHeader } from '@doushouqi/protocol';
import { type Game, gameMoves, lastMove, opponent, type Player, plyCount } from '@doushouqi/rules';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Animal } from '../../board/types.ts';
import { animalOf, sideOf } from '../../game/board-model.ts';
import { formatClock } from '../../game/clock.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Stamp } from '../../ui/Marks.tsx';
import { attempt } from './attempt.ts';
import styles from './ResultDialog.module.css';
import { isAsking, useAsk } from './use-offers.ts';
import type { RoomView } from './use-room-view.ts';

/** The piece that stands for the winner: his last mover. */
const champion = (game: Game, winner: Player): Animal => {
  const move = gameMoves(game).findLast(({ player }) => player === winner);
  return move ? animalOf(move.piece) : 'elephant';
};

/** Time that both players have thought. Milliseconds. */
const timeUsed = ({ timeControl, timeLeft }: RoomHeader, game: Game): number => {
  const given = 2 * timeControl.initial * 60_000 + plyCount(game) * timeControl.increment * 1000;
  return Math.max(0, given - timeLeft.player1 - timeLeft.player2);
};

/** How the game ended, over the board's lower half: the last position stays in sight. */
export function ResultDialog({ view }: { view: RoomView }) {
  const { t } = useTranslation();
  const { header, game } = view.room;
  const theme = view.theme.id;
  const onClose = (): void => view.setResultOpen(false);
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => dialog.current?.focus({ preventScroll: true }), []);
  const winner = header.winner === 1 || header.winner === 2 ? header.winner : null;
  const side = winner ? sideOf(winner) : 'draw';
  const last = lastMove(game);
  const piece = winner ? champion(game, winner) : last ? animalOf(last.piece) : 'elephant';
  const reason = t(`room.result.reason.${header.endReason}`, {
    animal: t(`board.animal.${piece}`),
    loser: winner ? t(`board.sideName.${sideOf(opponent(winner))}`) : '',
  });
  const used = timeUsed(header, game);
  return (
    <div
      ref={dialog}
      role="dialog"
      aria-label={t('room.result.label')}
      tabIndex={-1}
      className={styles.dialog}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Card framed className={styles.card}>
        <div className={styles.piece}>
          <img
            src={`/themes/${theme}/pieces/${winner ? sideOf(winner) : sideOf(last?.player ?? 1)}/${piece}.webp`}
            alt=""
            width={120}
            height={120}
          />
          <Stamp result={winner ? 'win' : 'draw'} className={styles.stamp} />
        </div>
        <div className={styles.text}>
          <h2 data-side={side}>{t(`room.result.${side}`)}</h2>
          <p>
            {t('room.result.facts', {
              reason,
              rounds: Math.ceil(plyCount(game) / 2),
              time: used < 10_000 ? `0:0${Math.floor(used / 1000)}` : formatClock(used),
            })}
          </p>
          <div className={styles.actions}>
            {view.seat !== null && <Rematch view={view} />}
            <Button tone={view.seat === null ? 'primary' : 'default'} onClick={onClose}>
              {t('room.result.view')}
            </Button>
            <Button tone="quiet" onClick={view.onLeave}>
              {t('room.result.leave')}
            </Button>
          </div>
        </div>
      </Card>
    </div>
  );
}

/** Asks for another game, or agrees when the opponent has asked. */
function Rematch({ view }: { view: RoomView }) {
  const { t } = useTranslation();
  const { game, room } = view;
  const ask = useAsk(game);
  const [answering, setAnswering] = useState(false);
  const asked = room.header.resetRequester !== null;
  const asking = isAsking(view, 'reset');
  const gone = room.header.departed.length > 0;
  const again = async (): Promise<void> => {
    if (!asked) return ask('reset', 0);
    setAnswering(true);
    await attempt(game.commands.answer('reset', true), t('room.actionFailed'));
    setAnswering(false);
  };
  const label = gone ? 'gone' : asking ? 'waiting' : 'again';
  return (
    <Button tone="primary" busy={asking || answering} disabled={gone} onClick={() => void again()}>
      {t(`room.result.${label}`)}
    </Button>
  );
}
