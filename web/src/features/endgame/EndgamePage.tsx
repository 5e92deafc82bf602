import {
  CHAPTER_LEADS,
  CHAPTER_TITLES,
  CHAPTERS,
  type Chapter,
  currentLevel,
  isLevelOpen,
  levelsOf,
  type Progress,
  starsMissing,
  starsOf,
  totalStars,
} from '@doushouqi/endgames';
import { Link } from 'react-router-dom';
import { useFragment } from '../../client/address.ts';
import { t as appText } from '../../client/texts.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { SchoolTabs } from '../../shared/school/SchoolTabs.tsx';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { FACES } from '../../ui/faces.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MEDIA } from '../../ui/media.ts';
import { useMedia } from '../../ui/use-browser.ts';
import { CHAPTER_FACES, ChapterPath } from './ChapterPath.tsx';
import styles from './EndgamePage.module.css';
import { useProgress } from './progress.ts';
import { StarCount } from './StarRow.tsx';
import { t } from './texts.ts';
import { titleOf } from './words.ts';

function isChapter(name: string): name is Chapter {
  return (CHAPTERS as readonly string[]).includes(name);
}

/** The chapters of the endgame school and the path of one; the address names it. */
export default function EndgamePage() {
  const progress = useProgress();
  const fragment = useFragment();
  const isPhone = useTableLayout() === 'phone';
  const current = currentLevel(progress);
  const chapter = isChapter(fragment) ? fragment : current.chapter;
  const next =
    levelsOf(chapter).find((level) => isLevelOpen(progress, level) && starsOf(progress, level) === 0) ?? null;
  return (
    <>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <PageHeader title={t('title')}>
        {!isPhone && <SchoolTabs current="levels" />}
        <StarCount progress={progress} short={useMedia(MEDIA.tablet)} />
      </PageHeader>
      {isPhone && <SchoolTabs current="levels" className={styles.tabs} />}
      <main className={styles.main}>
        <section className={styles.side}>
          <div className={styles.lead}>
            <p>{t('lead')}</p>
            <ButtonLink tone="primary" to={`/endgame/${current.id}`}>
              {t('go', { name: titleOf(current) })}
            </ButtonLink>
          </div>
          <nav aria-label={t('chapters')}>
            <ul className={styles.chapters}>
              {CHAPTERS.map((one) => (
                <li key={one}>
                  <ChapterLink chapter={one} progress={progress} isShown={one === chapter} />
                </li>
              ))}
            </ul>
          </nav>
        </section>
        <section className={styles.path}>
          <ChapterPath chapter={chapter} progress={progress} current={next} />
          <p className={styles.about}>{CHAPTER_LEADS[chapter]}</p>
        </section>
      </main>
    </>
  );
}

interface ChapterLinkProps {
  chapter: Chapter;
  progress: Progress;
  isShown: boolean;
}

function ChapterLink({ chapter, progress, isShown }: ChapterLinkProps) {
  const missing = starsMissing(progress, chapter);
  return (
    <Link
      replace
      to={`#${chapter}`}
      className={styles.chapter}
      data-locked={missing > 0}
      aria-current={isShown ? 'true' : undefined}
    >
      <img src={FACES[CHAPTER_FACES[chapter]]} alt="" width={38} height={38} />
      <span>
        <b>{CHAPTER_TITLES[chapter]}</b>
        <small>
          {missing > 0
            ? t('missing', { count: missing })
            : t('chapterStars', { stars: totalStars(progress, chapter) })}
        </small>
      </span>
      {missing > 0 && <Icon name="lock-key" />}
    </Link>
  );
}
