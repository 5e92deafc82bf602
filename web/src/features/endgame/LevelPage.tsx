import { isLevelOpen, type Level, levelOf, starsMissing } from '@doushouqi/endgames';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { useStore } from 'zustand';
import type { BoardShape } from '../../board/shapes.ts';
import { t as appText } from '../../client/texts.ts';
import { PAGE_TIMING } from '../../shared/device-games/device-clock.ts';
import { placeSearch } from '../../shared/header/header-slots.ts';
import { HeaderEnd, PageHeader } from '../../shared/header/PageHeader.tsx';
import { useBoardFocus } from '../../shared/school/focus.ts';
import { SchoolTabs } from '../../shared/school/SchoolTabs.tsx';
import head from '../../shared/table/TableHeader.module.css';
import { TableMain } from '../../shared/table/TableMain.tsx';
import { TablePage, useFullBoard } from '../../shared/table/TablePage.tsx';
import { MuteButton, TableSettings } from '../../shared/table/TableSettings.tsx';
import { useTable } from '../../shared/table/use-table.ts';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { BackLink, ButtonLink, IconLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { CHAPTER_FACES, ChapterPath } from './ChapterPath.tsx';
import { DoneCard } from './DoneCard.tsx';
import { EndgameGame } from './endgame-game.ts';
import { LevelActions } from './LevelActions.tsx';
import { HintCard, LevelCard, LevelSlip, StepBar, StepCard } from './LevelCards.tsx';
import styles from './LevelPage.module.css';
import { addStars, useProgress } from './progress.ts';
import { StarCount } from './StarRow.tsx';
import { t } from './texts.ts';
import { titleOf } from './words.ts';

/** One level of the endgame school. It needs no server. */
export default function LevelPage() {
  const { levelId = '' } = useParams();
  const progress = useProgress();
  const level = levelOf(levelId);
  // A level stays open while it is played, also when another window clears the storage.
  const [opened, setOpened] = useState<string | null>(null);
  const isOpen = level !== null && (opened === level.id || isLevelOpen(progress, level));
  useEffect(() => {
    if (isOpen) setOpened(levelId);
  }, [isOpen, levelId]);
  if (level === null) return <Closed title={t('unknown.title')} level={null} text={undefined} />;
  if (isOpen) return <LevelTable key={level.id} level={level} />;
  const missing = starsMissing(progress, level.chapter);
  const text = missing > 0 ? t('locked.chapter', { count: missing }) : t('locked.level');
  return <Closed title={t('locked.title')} level={level} text={text} />;
}

/** A level that does not exist or is locked. */
function Closed({ title, level, text }: { title: string; level: Level | null; text: string | undefined }) {
  return (
    <>
      <title>{`${title} · ${appText('name')}`}</title>
      <PageHeader title={t('title')} back="/endgame" backLabel={t('level.back')} />
      <main className={styles.closed}>
        <EmptyState
          animal={level ? CHAPTER_FACES[level.chapter] : 'wolf'}
          title={title}
          {...(text !== undefined && { text })}
          action={
            <ButtonLink tone="primary" to={level ? `/endgame#${level.chapter}` : '/endgame'}>
              {t('level.back')}
            </ButtonLink>
          }
        />
      </main>
    </>
  );
}

function useEndgame(level: Level): EndgameGame {
  const [game] = useState(() => new EndgameGame({ ...PAGE_TIMING, onSolved: addStars }, level));
  useEffect(() => game.start(), [game]);
  return game;
}

function useShapes(game: EndgameGame): readonly BoardShape[] {
  const arrow = useStore(game.store, (state) => state.arrow);
  return arrow ? [{ kind: 'arrow', from: arrow.from, to: arrow.to, color: 'jade', dashed: true }] : [];
}

function LevelTable({ level }: { level: Level }) {
  const game = useEndgame(level);
  const table = useTable(game);
  const progress = useProgress();
  const layout = useTableLayout();
  const full = useFullBoard();
  useBoardFocus();
  const isNarrow = layout === 'phone' || layout === 'upright';
  const cards = (
    <div className={styles.cards}>
      <LevelCard game={game} level={level} />
      <StepCard game={game} level={level} />
      <HintCard game={game} level={level} />
    </div>
  );
  return (
    <TablePage header={<LevelHeader level={level} onFull={full.enter} />} full={full}>
      <title>{`${titleOf(level)} · ${t('title')} · ${appText('name')}`}</title>
      <div className={styles.table}>
        <TableMain
          table={table}
          bar={(side) => {
            if (!isNarrow) return null;
            return side === table.above ? (
              <LevelSlip game={game} level={level} />
            ) : (
              <StepBar game={game} level={level} />
            );
          }}
          parts={{
            left: <ChapterPath chapter={level.chapter} progress={progress} current={level} />,
            middle: isNarrow ? null : cards,
            alarm: null,
            actions: <LevelActions game={game} level={level} />,
            shapes: useShapes(game),
            ...(isNarrow && { sheet: <HintCard game={game} level={level} /> }),
            result: <DoneCard table={table} game={game} level={level} />,
          }}
        />
      </div>
    </TablePage>
  );
}

/** The bar over a level; in landscape a rail beside the board. */
function LevelHeader({ level, onFull }: { level: Level; onFull: () => void }) {
  const layout = useTableLayout();
  const progress = useProgress();
  const to = `/endgame#${level.chapter}`;
  const back = { to, label: t('level.back') };
  const settings = <TableSettings onFull={layout === 'phone' ? onFull : null} title={t('level.settings')} />;
  if (layout === 'landscape') {
    return (
      <header className={head.rail}>
        <h1 className="visually-hidden">{titleOf(level)}</h1>
        <BackLink {...back} />
        <span className={head.space} />
        <span ref={placeSearch} data-rail />
        <MuteButton />
        {settings}
      </header>
    );
  }
  const hasTabs = layout === 'wide' || layout === 'columns';
  return (
    <header className={head.bar}>
      <BackLink {...back} />
      <h1 className={head.title}>{hasTabs ? t('title') : titleOf(level)}</h1>
      {hasTabs && <SchoolTabs current="levels" className={styles.tabs} />}
      <span className={head.space} />
      <span ref={placeSearch} />
      <StarCount progress={progress} short={layout === 'phone'} />
      {layout !== 'wide' && <IconLink icon="path" to={to} label={t('level.toPath')} />}
      {layout !== 'phone' && <MuteButton />}
      {settings}
      <HeaderEnd className={head.wide} />
    </header>
  );
}
