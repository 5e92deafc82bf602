import asleep from '../../../art/faces/tiger-asleep.svg';
import { t as appText } from '../../client/texts.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Marks.tsx';
import styles from './EndgamePage.module.css';
import { t } from './texts.ts';

const COMING = ['first', 'second', 'third'] as const;

/** Announces the endgame problems, which are in development. */
export default function EndgamePage() {
  return (
    <>
      <title>{`${t('endgamePage.title')} · ${appText('name')}`}</title>
      <PageHeader title={t('endgamePage.title')} />
      <main className={styles.main}>
        <Card framed className={styles.card}>
          <span className={styles.night} aria-hidden="true">
            <img src={asleep} alt="" width={132} height={132} />
          </span>
          <Chip tone="gold" icon="hourglass-medium">
            {appText('soon')}
          </Chip>
          <p className={styles.lead}>{t('endgamePage.lead')}</p>
          <ul className={styles.coming}>
            {COMING.map((part) => (
              <li key={part}>{t(`endgamePage.${part}`)}</li>
            ))}
          </ul>
          <div className={styles.ways}>
            <ButtonLink to="/" icon="arrow-left">
              {appText('backHome')}
            </ButtonLink>
            <ButtonLink to="/analysis" icon="magnifying-glass" tone="primary">
              {t('placeholder.toAnalysis')}
            </ButtonLink>
          </div>
        </Card>
      </main>
    </>
  );
}
