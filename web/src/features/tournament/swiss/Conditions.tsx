import type { LevelRange, TournamentDetails } from '@doushouqi/protocol';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/Card.tsx';
import { Emblem } from '../../../ui/Emblem.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { levelName, levelParts } from '../../../ui/level.ts';
import { t as uiText } from '../../../ui/texts.ts';
import { roughDuration } from '../create/draft.ts';
import { isInRange, useOwnLevel } from '../own-level.ts';
import styles from './Conditions.module.css';
import { lengthOf } from './state.ts';
import { t } from './texts.ts';

/** `猫到狮`; with steps if the range does not consist of whole animals. */
export function rangeText({ min, max }: LevelRange): string {
  const [low, high] = [levelParts(min), levelParts(max)];
  if (low.step !== 1 || high.step !== 3)
    return t('conditions.fromTo', { from: levelName(min), to: levelName(max) });
  const [from, to] = [uiText(`animal.${low.animal}`), uiText(`animal.${high.animal}`)];
  return from === to ? from : t('conditions.fromTo', { from, to });
}

/** What a player has to know before entering, with the viewer's own values. */
export function Conditions({ details }: { details: TournamentDetails }) {
  const { levels, rated, timeControl } = details;
  const level = useOwnLevel();
  return (
    <Card className={styles.conditions} role="region" aria-label={t('conditions.label')}>
      <ul>
        <Line
          state={isInRange(levels, level) ? 'met' : 'missing'}
          own={level !== undefined && levels !== null && <OwnLevel level={level} levels={levels} />}
        >
          {levels ? t('conditions.levels', { range: rangeText(levels) }) : t('conditions.anyLevel')}
        </Line>
        <Line state="note" own={t('conditions.control', timeControl)}>
          {t(rated ? 'conditions.rated' : 'conditions.casual')}
        </Line>
        <Line state="note" own={t('conditions.bye')}>
          {t('conditions.length', { time: roughDuration(lengthOf(details)) })}
        </Line>
      </ul>
    </Card>
  );
}

function OwnLevel({ level, levels }: { level: number; levels: LevelRange }) {
  const words = level > levels.max ? 'tooStrong' : level < levels.min ? 'notEnough' : 'enough';
  return (
    <>
      <Emblem level={level} size={20} />
      {t(`conditions.${words}`)}
    </>
  );
}

interface LineProps {
  state: 'met' | 'missing' | 'note';
  own: ReactNode;
  children: ReactNode;
}

function Line({ state, own, children }: LineProps) {
  return (
    <li data-state={state}>
      <Icon name={state === 'met' ? 'check' : state === 'missing' ? 'warning' : 'info'} />
      <span>{children}</span>
      <small>{own}</small>
    </li>
  );
}
