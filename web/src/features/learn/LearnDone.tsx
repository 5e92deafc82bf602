import { LESSONS, lessonsDone, type Progress, STEP_COUNT } from '@doushouqi/lessons';
import { Link, useNavigate } from 'react-router-dom';
import { useSession } from '../../client/session.ts';
import { storage } from '../../client/storage.ts';
import { hasAiGame, startFirstGame } from '../../shared/device-games/first-game.ts';
import { opponentNamed } from '../../shared/device-games/opponents.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm-store.ts';
import { type Animal, FACES } from '../../ui/faces.ts';
import { COACHES } from './coaches.ts';
import styles from './LearnDone.module.css';
import { useKept } from './progress.ts';
import { t } from './texts.ts';

/** From left to right, the rat on top. */
const ARCH: readonly Animal[] = ['cat', 'dog', 'wolf', 'rat', 'lion', 'tiger', 'leopard'];
const FIRST = opponentNamed('protozoa');

/** Praise, three figures, and the first game. */
export function LearnDone({ progress }: { progress: Progress }) {
  const count = lessonsDone(progress);
  const isAll = count === LESSONS.length;
  return (
    <div className={styles.done}>
      <Card framed className={styles.praise}>
        <div className={styles.arch} aria-hidden="true">
          {ARCH.map((animal) => (
            <img key={animal} src={FACES[animal]} alt="" width={56} height={56} data-animal={animal} />
          ))}
          <img src={COACHES.elephant} alt="" width={112} height={112} className={styles.coach} />
        </div>
        <h2>{t(isAll ? 'done.title' : 'done.partTitle')}</h2>
        <p>{isAll ? t('done.text') : t('done.partText', { count: LESSONS.length - count })}</p>
        {isAll && (
          <span className={styles.stamp} aria-hidden="true">
            {t('done.stamp')}
          </span>
        )}
        <dl className={styles.figures}>
          <Figure value={count} label={t('done.lessons')} />
          <Figure value={isAll ? STEP_COUNT : progress.done.length} label={t('done.steps')} />
          <Figure value={timeText(progress.seconds)} label={t('done.time')} />
        </dl>
      </Card>
      <div className={styles.next}>
        <FirstGame />
        <div className={styles.others}>
          <ButtonLink to="/endgame">{t('done.puzzles')}</ButtonLink>
          <ButtonLink to="/play">{t('done.people')}</ButtonLink>
        </div>
        <Kept />
      </div>
    </div>
  );
}

/** Where the progress is stored, and for a visitor the way to an account. */
function Kept() {
  const isKnown = useSession(({ user }) => user !== null);
  return (
    <p className={styles.kept}>
      {useKept()}
      {!isKnown && (
        <>
          {t('done.but')}
          <Link to="/register">{t('done.register')}</Link>
          {t('done.follows')}
        </>
      )}
    </p>
  );
}

function Figure({ value, label }: { value: string | number; label: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** `11:20`, minutes and seconds. */
function timeText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Starts the first game at once; an unfinished one is not lost without a question. */
function FirstGame() {
  const navigate = useNavigate();
  const play = async (): Promise<void> => {
    const question = {
      title: t('replace.title'),
      message: t('replace.message'),
      confirmText: t('replace.confirm'),
    };
    if (hasAiGame(storage) && !(await confirm(question))) return;
    startFirstGame(storage);
    await navigate('/play/ai/game');
  };
  return (
    <Card className={styles.opponent}>
      <div className={styles.who} style={{ background: FIRST.ground }}>
        <img src={FIRST.src} alt="" width={104} height={104} />
        <div className={styles.name}>
          <span>{t('done.first')}</span>
          <b>{t('done.name')}</b>
          <span>{t('done.character')}</span>
        </div>
      </div>
      <div className={styles.start}>
        <Button tone="primary" wide icon="sword" onClick={() => void play()}>
          {t('done.play')}
        </Button>
        <p>{t('done.terms')}</p>
      </div>
    </Card>
  );
}
