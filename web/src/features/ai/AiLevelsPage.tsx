import { useState } from 'react';
import { useInRatedGame } from '../../client/online-lock.ts';
import { t as appText } from '../../client/texts.ts';
import { HINTS } from '../../shared/device-games/ai-game-state.ts';
import { OPPONENTS } from '../../shared/device-games/opponents.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { t as tableText } from '../../shared/table/texts.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ChoiceGrid } from '../../ui/ChoiceGrid.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Seal } from '../../ui/Marks.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './AiLevelsPage.module.css';
import { LevelCards } from './LevelCards.tsx';
import { RatedLock } from './RatedLock.tsx';
import type { Tallies } from './tally.ts';
import { nextOpponent, ownTallies, streakText } from './tally-texts.ts';
import { t } from './texts.ts';
import { type AiSetup, SIDE_CHOICES, TIME_CHOICES, timeControlOf, useAiSetup } from './use-ai-setup.ts';

/** Whom one plays against, and how (spec §2). */
export default function AiLevelsPage() {
  return useInRatedGame() ? <RatedLock /> : <Levels />;
}

function Levels() {
  const setup = useAiSetup();
  const [tallies] = useState(ownTallies);
  return (
    <>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <PageHeader back="/play" backLabel={t('back')} title={t('title')}>
        {setup.canResume && (
          <ButtonLink small icon="clock-counter-clockwise" to="/play/ai/game">
            <span className={styles.resume}>{t('resume')}</span>
          </ButtonLink>
        )}
      </PageHeader>
      <main className={styles.main}>
        <div className={styles.lead}>
          <h2>{t('lead')}</h2>
          <Advice tallies={tallies} />
        </div>
        <LevelCards current={setup.opponent?.key} tallies={tallies} />
        <Card framed className={styles.setup}>
          <SideChoice {...setup} />
          <TimeChoice {...setup} />
          <Allowed {...setup} />
          <div className={styles.start}>
            <Button
              tone="primary"
              wide
              icon="play-fill"
              disabled={!setup.opponent}
              onClick={() => void setup.start()}
            >
              {t(setup.opponent ? 'start' : 'chooseFirst')}
            </Button>
          </div>
        </Card>
      </main>
    </>
  );
}

/** The level to try next, or what is good to know. */
function Advice({ tallies }: { tallies: Tallies }) {
  const beaten = OPPONENTS.findLast((one) => nextOpponent(tallies, one));
  const next = beaten && nextOpponent(tallies, beaten);
  if (!beaten || !next) return <p>{t('hint')}</p>;
  return (
    <p>
      <Icon name="trophy" /> {streakText(tallies, beaten, next)}
    </p>
  );
}

function SideChoice({ side, change }: AiSetup) {
  return (
    <div className={styles.sides}>
      <h3>{t('side.label')}</h3>
      <ChoiceGrid
        label={t('side.label')}
        items={SIDE_CHOICES}
        nameOf={(one) => `${t(`side.${one}`)} ${t(`side.${one}Note`)}`}
        current={side}
        onChoose={(one) => change({ side: one })}
        className={styles.options}
        itemClassName={styles.option}
      >
        {(one) => (
          <>
            {one === 'random' ? (
              <Icon name="shuffle" />
            ) : (
              <Seal tone={one}>{tableText(`alarm.side.${one}`)}</Seal>
            )}
            <b>{t(`side.${one}`)}</b>
            <small>{t(`side.${one}Note`)}</small>
          </>
        )}
      </ChoiceGrid>
    </div>
  );
}

function TimeChoice({ time, change }: AiSetup) {
  const nameOf = (choice: string): string => {
    const control = timeControlOf(choice);
    return control ? t('time.name', { ...control }) : t('time.untimed');
  };
  return (
    <div className={styles.times}>
      <h3>
        {t('time.label')} <small>{t('time.note')}</small>
      </h3>
      <ChoiceGrid
        label={t('time.label')}
        items={TIME_CHOICES}
        nameOf={nameOf}
        current={time}
        onChoose={(one) => change({ time: one })}
        className={styles.options}
        itemClassName={styles.time}
      >
        {(one) => (one === 'none' ? t('time.none') : one)}
      </ChoiceGrid>
    </div>
  );
}

function Allowed({ undo, hints, change }: AiSetup) {
  return (
    <div className={styles.allowed}>
      <Switch on={undo} onChange={(on) => change({ undo: on })}>
        {t('allow.undo')}
      </Switch>
      <Switch on={hints} onChange={(on) => change({ hints: on })}>
        {t('allow.hints')} <small>{t('allow.hintsNote', { count: HINTS })}</small>
      </Switch>
    </div>
  );
}
