import '../../i18n/ai-texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../app/PageHeader.tsx';
import { useInRatedGame } from '../../engine/online-lock.ts';
import { HINTS } from '../../game/engine/ai-game-state.ts';
import type { Tallies } from '../../game/engine/tally.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ChoiceGrid } from '../../ui/ChoiceGrid.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Seal } from '../../ui/Marks.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './AiLevelsPage.module.css';
import { LevelCards } from './LevelCards.tsx';
import { OPPONENTS } from './opponents.ts';
import { RatedLock } from './RatedLock.tsx';
import { nextOpponent, ownTallies, streakText } from './tally-texts.ts';
import { type AiSetup, SIDE_CHOICES, TIME_CHOICES, timeControlOf, useAiSetup } from './use-ai-setup.ts';

/** Whom one plays against, and how (spec §2). */
export default function AiLevelsPage() {
  return useInRatedGame() ? <RatedLock /> : <Levels />;
}

function Levels() {
  const { t } = useTranslation();
  const setup = useAiSetup();
  const [tallies] = useState(ownTallies);
  return (
    <>
      <title>{`${t('ai.title')} · ${t('app.name')}`}</title>
      <PageHeader back="/play" backLabel={t('ai.back')} title={t('ai.title')}>
        {setup.canResume && (
          <ButtonLink small icon="clock-counter-clockwise" to="/play/ai/game">
            <span className={styles.resume}>{t('ai.resume')}</span>
          </ButtonLink>
        )}
      </PageHeader>
      <main className={styles.main}>
        <div className={styles.lead}>
          <h2>{t('ai.lead')}</h2>
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
              {t(setup.opponent ? 'ai.start' : 'ai.chooseFirst')}
            </Button>
          </div>
        </Card>
      </main>
    </>
  );
}

/** The level to try next, or what is good to know. */
function Advice({ tallies }: { tallies: Tallies }) {
  const { t } = useTranslation();
  const beaten = OPPONENTS.findLast((one) => nextOpponent(tallies, one));
  const next = beaten && nextOpponent(tallies, beaten);
  if (!beaten || !next) return <p>{t('ai.hint')}</p>;
  return (
    <p>
      <Icon name="trophy" /> {streakText(t, tallies, beaten, next)}
    </p>
  );
}

function SideChoice({ side, change }: AiSetup) {
  const { t } = useTranslation();
  return (
    <div className={styles.sides}>
      <h3>{t('ai.side.label')}</h3>
      <ChoiceGrid
        label={t('ai.side.label')}
        items={SIDE_CHOICES}
        nameOf={(one) => `${t(`ai.side.${one}`)} ${t(`ai.side.${one}Note`)}`}
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
              <Seal tone={one}>{t(`table.alarm.side.${one}`)}</Seal>
            )}
            <b>{t(`ai.side.${one}`)}</b>
            <small>{t(`ai.side.${one}Note`)}</small>
          </>
        )}
      </ChoiceGrid>
    </div>
  );
}

function TimeChoice({ time, change }: AiSetup) {
  const { t } = useTranslation();
  const nameOf = (choice: string): string => {
    const control = timeControlOf(choice);
    return control ? t('ai.time.name', { ...control }) : t('ai.time.untimed');
  };
  return (
    <div className={styles.times}>
      <h3>
        {t('ai.time.label')} <small>{t('ai.time.note')}</small>
      </h3>
      <ChoiceGrid
        label={t('ai.time.label')}
        items={TIME_CHOICES}
        nameOf={nameOf}
        current={time}
        onChoose={(one) => change({ time: one })}
        className={styles.options}
        itemClassName={styles.time}
      >
        {(one) => (one === 'none' ? t('ai.time.none') : one)}
      </ChoiceGrid>
    </div>
  );
}

function Allowed({ undo, hints, change }: AiSetup) {
  const { t } = useTranslation();
  return (
    <div className={styles.allowed}>
      <Switch on={undo} onChange={(on) => change({ undo: on })}>
        {t('ai.allow.undo')}
      </Switch>
      <Switch on={hints} onChange={(on) => change({ hints: on })}>
        {t('ai.allow.hints')} <small>{t('ai.allow.hintsNote', { count: HINTS })}</small>
      </Switch>
    </div>
  );
}
