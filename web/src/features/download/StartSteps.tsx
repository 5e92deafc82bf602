import { type ReactNode, useState } from 'react';
import { FAMILIES, type Family } from '../../engine/downloads.ts';
import { Card } from '../../ui/Card.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { Command } from './Command.tsx';
import styles from './DownloadPage.module.css';
import { commandOf } from './systems.ts';
import { t } from './texts.ts';

interface StartStepsProps {
  own: Family | null;
  /** Of this page, where the programs have to be told of it. */
  origin: string | null;
}

/** How the service is started, system by system. */
export function StartSteps({ own, origin }: StartStepsProps) {
  const [family, setFamily] = useState<Family>(own ?? 'windows');
  return (
    <Card className={styles.card}>
      <h2>{t('start.title')}</h2>
      <Tabs
        value={family}
        onChange={setFamily}
        tabs={FAMILIES.map((name) => ({
          name,
          label: t(`systems.${name}.name`),
          content: <Steps family={name} origin={origin} />,
        }))}
      />
    </Card>
  );
}

function Steps({ family, origin }: { family: Family; origin: string | null }) {
  const isClicked = family === 'windows' && origin === null;
  return (
    <ol className={styles.steps}>
      <Step number="一" title={t('start.unpack')}>
        <p>{t('start.unpackText')}</p>
      </Step>
      <Step number="二" title={t(isClicked ? 'start.doubleClick' : 'start.terminal')}>
        {isClicked && <p>{t('start.orTerminal')}</p>}
        <Command text={commandOf(family, origin)} />
        <p>{t(`start.note.${family}`)}</p>
      </Step>
      <Step number="三" title={t('start.back')}>
        <p>{t('start.backText')}</p>
      </Step>
    </ol>
  );
}

function Step({ number, title, children }: { number: string; title: string; children: ReactNode }) {
  return (
    <li>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <div>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}
