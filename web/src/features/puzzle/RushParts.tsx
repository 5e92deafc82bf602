import { RUSH_MISTAKES } from '@doushouqi/protocol';
import { useCallback, useEffect } from 'react';
import { useStore } from 'zustand';
import { t as boardText } from '../../board/texts.ts';
import { serverNow } from '../../client/time.ts';
import { timeText } from '../../shared/school/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Seal } from '../../ui/Marks.tsx';
import { useCountdown } from '../../ui/use-timers.ts';
import styles from './RushParts.module.css';
import type { RushGame } from './rush-game.ts';
import { t } from './texts.ts';
import { sideName } from './words.ts';

interface PartProps {
  game: RushGame;
}

const CHANCES = Array.from({ length: RUSH_MISTAKES }, (_, at) => at);

/** Seconds under which the clock warns. */
const LOW = 20;

/** The time left by the server's clock; at 0 the server is asked for the end. */
function RushClock({ game }: PartProps) {
  const endsAt = useStore(game.store, ({ rush }) => rush?.endsAt ?? 0);
  const read = useCallback(() => Math.max(0, Math.ceil((endsAt - serverNow()) / 1000)), [endsAt]);
  const left = useCountdown(read);
  const isOut = endsAt > 0 && left === 0;
  useEffect(() => {
    if (isOut) game.expire();
  }, [isOut, game]);
  return (
    <b className={styles.clock} role="timer" aria-label={t('rush.clock')} data-low={left <= LOW}>
      {timeText(left * 1000)}
    </b>
  );
}

/** The mistakes made and left, as crosses and rings. */
function Mistakes({ count }: { count: number }) {
  return (
    <span
      className={styles.mistakes}
      role="img"
      aria-label={t('rush.mistakes', { count, most: RUSH_MISTAKES })}
    >
      {CHANCES.map((at) => (
        <i key={at} data-made={at < count}>
          {at < count && <Icon name="x" />}
        </i>
      ))}
    </span>
  );
}

function useTask(game: RushGame) {
  const { own, verdict, rush, stage } = useStore(game.store);
  const side = own ?? 'red';
  const title = verdict ? t(`rush.${verdict}`) : t('rush.find', { side: sideName(side) });
  return { side, title, verdict, stage, score: rush?.score ?? 0, mistakes: rush?.mistakes ?? 0 };
}

function Task({ game }: PartProps) {
  const { side, title, verdict } = useTask(game);
  return (
    <>
      <Seal tone={side}>{boardText(`side.${side}`)}</Seal>
      <h2 role="status" data-verdict={verdict}>
        {title}
      </h2>
    </>
  );
}

/** Clock, score and mistakes beside a wide screen's board. */
export function RushPanel({ game }: PartProps) {
  const { score, mistakes } = useTask(game);
  return (
    <div className={styles.panel}>
      <Card framed className={styles.card}>
        <div className={styles.task}>
          <Task game={game} />
          <RushClock game={game} />
        </div>
        <div className={styles.score}>
          <p>
            <b>{score}</b>
            {t('rush.score')}
          </p>
          <Mistakes count={mistakes} />
        </div>
      </Card>
      <RushNote game={game} />
    </div>
  );
}

/** The side to move and the clock over a small board. */
export function RushSlip({ game }: PartProps) {
  return (
    <Card className={styles.slip}>
      <Task game={game} />
      <RushClock game={game} />
    </Card>
  );
}

/** Score and mistakes under it. */
export function RushBar({ game }: PartProps) {
  const { score, mistakes } = useTask(game);
  return (
    <div className={styles.bar}>
      <b>{t('rush.scoreLabel', { count: score })}</b>
      <Mistakes count={mistakes} />
    </div>
  );
}

/** A lost move; the clock runs on. */
export function RushNote({ game }: PartProps) {
  const { stage } = useTask(game);
  if (stage !== 'lost') return null;
  return (
    <Card className={styles.note} role="alert">
      <b>{t('rush.lostTitle')}</b>
      <Button small tone="primary" onClick={() => game.resend()}>
        {t('lost.resend')}
      </Button>
    </Card>
  );
}
