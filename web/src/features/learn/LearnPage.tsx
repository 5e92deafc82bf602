import {
  firstOpen,
  isAnswerHidden,
  isLessonDone,
  LESSONS,
  lessonsDone,
  nextLesson,
  openingOf,
  type Place,
  type Progress,
  placeBeside,
  stepAt,
} from '@doushouqi/lessons';
import { type CSSProperties, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react';
import { boardSize } from '../../board/geometry.ts';
import { t as appText } from '../../client/texts.ts';
import { useBoardTheme } from '../../client/use-board-theme.ts';
import { followKey } from '../../shared/school/focus.ts';
import { EmptyBoard } from '../../shared/table/EmptyBoard.tsx';
import { TablePage } from '../../shared/table/TablePage.tsx';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Chapters } from './Chapters.tsx';
import { Coach } from './Coach.tsx';
import { LearnDone } from './LearnDone.tsx';
import { LearnHeader } from './LearnHeader.tsx';
import styles from './LearnPage.module.css';
import { LessonActions } from './LessonActions.tsx';
import { LessonBoard } from './LessonBoard.tsx';
import { readProgress, useProgress } from './progress.ts';
import { RankRing } from './RankRing.tsx';
import { t } from './texts.ts';
import { useLessonGame, usePlayer } from './use-lesson.ts';

// The dialog brings 65 KB, which a lesson does without.
const ChapterSheet = lazyPart(() => import('./ChapterSheet.tsx'), { worksOffline: true });

/** The lessons. They open at the first unfinished step; after the last one, at the first game. */
export default function LearnPage() {
  const [place, setPlace] = useState(() => firstOpen(readProgress()));
  const progress = useProgress();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [wasSheetAsked, setSheetAsked] = useState(false);
  if (isSheetOpen && !wasSheetAsked) setSheetAsked(true);
  const theme = useBoardTheme();
  const isWide = useTableLayout() === 'wide';
  const size = boardSize(theme.layout);
  const chapters = {
    progress,
    place,
    onOpen: (lesson: number) => {
      setSheetOpen(false);
      setPlace(openingOf(progress, lesson));
    },
  };
  return (
    <TablePage header={<LearnHeader {...{ progress, place }} onList={() => setSheetOpen(true)} />}>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <main
        className={styles.main}
        data-done={place === null}
        data-ranks={place !== null && LESSONS[place.lesson]?.hasRanks === true}
        style={{ '--board-ratio': size.width / size.height } as CSSProperties}
      >
        {isWide && <Chapters {...chapters} />}
        {place ? (
          <Step {...{ progress, place }} onPlace={setPlace} />
        ) : (
          <>
            <div className={styles.behind}>
              <EmptyBoard className={styles.empty} />
            </div>
            <LearnDone progress={progress} />
          </>
        )}
      </main>
      {wasSheetAsked && (
        <Suspense fallback={null}>
          <ChapterSheet {...chapters} open={isSheetOpen && !isWide} onClose={() => setSheetOpen(false)} />
        </Suspense>
      )}
    </TablePage>
  );
}

interface StepProps {
  progress: Progress;
  place: Place;
  /** Shows another step; null: the last card. */
  onPlace: (place: Place | null) => void;
}

/** Returns the step after a finished one: in the lesson, else where the next lesson opens; null at the end. */
function placeAfter(progress: Progress, place: Place): Place | null {
  const lesson = LESSONS[place.lesson]!;
  if (place.step + 1 < lesson.steps.length) return placeBeside(place, 1);
  return lessonsDone(progress) === LESSONS.length ? null : nextLesson(progress, place);
}

/** Goes on to the first open step when the shown one was done elsewhere: on another device or in another window. */
function useDoneElsewhere({ progress, place, onPlace }: StepProps, isDoneHere: boolean): void {
  const { id } = stepAt(place);
  const isDone = progress.done.includes(id);
  const open = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the moment when the step is done
  useEffect(() => {
    if (isDone && open.current === id && !isDoneHere) onPlace(firstOpen(progress));
    open.current = isDone ? null : id;
  }, [id, isDone]);
}

function Step({ progress, place, onPlace }: StepProps) {
  const lesson = LESSONS[place.lesson]!;
  const theme = useBoardTheme();
  const game = useLessonGame(place);
  const player = usePlayer(game);
  useDoneElsewhere({ progress, place, onPlace }, player.phase.kind === 'done');
  const isOver = lessonsDone(progress) === LESSONS.length;
  /** A press of a key leads on to the board, where the next move is made; its button is disabled then. */
  const go = (to: Place | null, event: MouseEvent): void => {
    onPlace(to);
    followKey(event);
  };
  return (
    <>
      <div className={styles.stage}>
        <LessonBoard game={game} theme={theme} />
      </div>
      <div className={styles.side}>
        <Coach {...{ lesson, place, player, isOver }} />
        {lesson.hasRanks && <RankRing pair={isAnswerHidden(player) ? undefined : player.step.pair} />}
        <LessonActions
          game={game}
          isLast={place.step === lesson.steps.length - 1}
          isEnd={isLessonDone(progress, lesson) && placeAfter(progress, place) === null}
          before={placeBeside(place, -1)}
          onBack={(to, event) => go(to, event)}
          onNext={(event) => go(placeAfter(progress, place), event)}
          onSkip={(event) => go(nextLesson(progress, place), event)}
        />
      </div>
    </>
  );
}
