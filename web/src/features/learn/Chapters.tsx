import { Card } from '../../ui/Card.tsx';
import styles from './Chapters.module.css';
import { type ChaptersProps, LessonList } from './LessonList.tsx';
import { t } from './texts.ts';

/** All lessons beside the board. */
export function Chapters(props: ChaptersProps) {
  return (
    <Card framed className={styles.card}>
      <div className={styles.head}>
        <h2>{t('lead')}</h2>
        <p>{t('leadHint')}</p>
      </div>
      <LessonList {...props} />
      <p className={styles.foot}>{t('again')}</p>
    </Card>
  );
}
