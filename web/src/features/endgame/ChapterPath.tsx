import {
  CHAPTER_TITLES,
  CHAPTERS,
  type Chapter,
  isLevelOpen,
  type Level,
  levelsOf,
  numberOf,
  type Progress,
  solvedLevels,
  starsMissing,
  starsOf,
  totalStars,
} from '@doushouqi/endgames';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { ordinal } from '../../shared/school/words.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { type Animal, FACES } from '../../ui/faces.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './ChapterPath.module.css';
import { StarRow } from './StarRow.tsx';
import { t } from './texts.ts';
import { titleOf } from './words.ts';

export const CHAPTER_FACES: Readonly<Record<Chapter, Animal>> = {
  river: 'rat',
  leap: 'lion',
  trap: 'cat',
  race: 'leopard',
  elephant: 'elephant',
  siege: 'wolf',
  fewer: 'dog',
  standard: 'tiger',
};

/** Centers of the nine nodes across, in a width of 300; their distance down is even. */
const ACROSS = [150, 212, 228, 172, 106, 80, 124, 190, 224] as const;
const WIDTH = 300;
const STEP = 68;
const TOP = 42;
const HEIGHT = TOP * 2 + STEP * 8;

function wayThrough(count: number): string {
  return ACROSS.slice(0, count)
    .map((x, at) => {
      const y = TOP + STEP * at;
      const before = ACROSS[at - 1];
      return before === undefined
        ? `M${x} ${y}`
        : `C${before} ${y - STEP / 2} ${x} ${y - STEP / 2} ${x} ${y}`;
    })
    .join('');
}

/** `第三章 · 狮虎跳河` */
export function chapterHeading(chapter: Chapter): string {
  return t('heading', { number: ordinal(CHAPTERS.indexOf(chapter) + 1), name: CHAPTER_TITLES[chapter] });
}

interface ChapterPathProps {
  chapter: Chapter;
  progress: Progress;
  /** The level that is played, or the one to go on with. */
  current: Level | null;
}

/** A chapter: its nine levels as a path, and links to the chapters beside it. */
export function ChapterPath({ chapter, progress, current }: ChapterPathProps) {
  const at = CHAPTERS.indexOf(chapter);
  const solved = solvedLevels(progress, chapter);
  return (
    <Card framed className={styles.card}>
      <div className={styles.head}>
        <img src={FACES[CHAPTER_FACES[chapter]]} alt="" width={46} height={46} />
        <div>
          <h2>{chapterHeading(chapter)}</h2>
          <p>{t('counts', { solved, stars: totalStars(progress, chapter) })}</p>
        </div>
      </div>
      <Path {...{ chapter, progress, current }} />
      <div className={styles.beside}>
        <Beside chapter={CHAPTERS[at - 1]} progress={progress} isNext={false} />
        <Beside chapter={CHAPTERS[at + 1]} progress={progress} isNext />
      </div>
    </Card>
  );
}

function Path({ chapter, progress, current }: ChapterPathProps) {
  const levels = levelsOf(chapter);
  const firstUnsolved = levels.findIndex((level) => starsOf(progress, level) === 0);
  const reached = firstUnsolved < 0 ? levels.length : firstUnsolved + 1;
  const scroller = useRef<HTMLDivElement>(null);
  const here = useRef<HTMLLIElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another level or chapter
  useEffect(() => {
    const box = scroller.current;
    if (box && here.current) box.scrollTop = here.current.offsetTop - box.clientHeight / 2;
  }, [chapter, current?.id]);
  return (
    <div ref={scroller} className={styles.scroller}>
      <ol className={styles.path} aria-label={t('path', { name: CHAPTER_TITLES[chapter] })}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={wayThrough(levels.length)} className={styles.way} />
          <path d={wayThrough(reached)} className={styles.gone} />
        </svg>
        {levels.map((level, at) => (
          <li
            key={level.id}
            ref={level.id === current?.id ? here : undefined}
            style={{ left: ACROSS[at], top: `${((TOP + STEP * at) / HEIGHT) * 100}%` }}
            data-side={(ACROSS[at] ?? 0) > 180 ? 'left' : 'right'}
          >
            <Node {...{ level, progress }} isCurrent={level.id === current?.id} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Node({ level, progress, isCurrent }: { level: Level; progress: Progress; isCurrent: boolean }) {
  const number = numberOf(level);
  const stars = starsOf(progress, level);
  const name = titleOf(level);
  if (!isLevelOpen(progress, level)) {
    return (
      <span className={styles.node} data-state="locked">
        <Icon name="lock-key" />
        <span className="visually-hidden">{t('node.locked', { number })}</span>
      </span>
    );
  }
  const label = stars > 0 ? t('node.solved', { number, name, stars }) : t('node.open', { number, name });
  const face = FACES[CHAPTER_FACES[level.chapter]];
  return (
    <>
      <Link
        to={`/endgame/${level.id}`}
        className={styles.node}
        data-state={isCurrent ? 'current' : stars > 0 ? 'done' : 'open'}
        aria-label={label}
        aria-current={isCurrent ? 'step' : undefined}
        title={name}
      >
        {isCurrent ? <img src={face} alt="" width={30} height={30} /> : number}
      </Link>
      <span className={styles.beneath} aria-hidden="true">
        {stars > 0 ? <StarRow stars={stars} /> : isCurrent && <b>{t('here')}</b>}
      </span>
    </>
  );
}

interface BesideProps {
  chapter: Chapter | undefined;
  progress: Progress;
  isNext: boolean;
}

/** The link to the chapter before or after; a locked one says what it needs. */
function Beside({ chapter, progress, isNext }: BesideProps) {
  if (chapter === undefined) return <span />;
  const missing = starsMissing(progress, chapter);
  return (
    <ButtonLink
      small
      to={`/endgame#${chapter}`}
      {...(missing > 0 ? { icon: 'lock-key' } : !isNext && { icon: 'caret-left' })}
      title={missing > 0 ? t('missing', { count: missing }) : undefined}
    >
      {CHAPTER_TITLES[chapter]}
      {isNext && missing === 0 && <Icon name="caret-right" />}
    </ButtonLink>
  );
}
