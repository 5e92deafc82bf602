import {
  DEFAULT_TIME_CLASS,
  isTimeClass,
  type LadderRow,
  RATING_CLASSES,
  RATING_DEFS,
  type RatingClass,
  type RouteReply,
  type Routes,
} from '@doushouqi/protocol';
import { seasonEnd, seasonOf } from '@doushouqi/rating/seasons';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { session, useSession } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { serverNow } from '../../client/time.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { QueryPage } from '../../shared/ratings/Parts.tsx';
import { useLadder } from '../../shared/ratings/player-queries.ts';
import { progressOf } from '../../shared/ratings/progress.ts';
import { t } from '../../shared/ratings/texts.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Emblem } from '../../ui/Emblem.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { levelName } from '../../ui/level.ts';
import { Chip } from '../../ui/Marks.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { t as uiText } from '../../ui/texts.ts';
import styles from './LadderPage.module.css';
import { FriendsLadder, LadderRows } from './LadderRows.tsx';
import { Animals, LevelBar, seasonName, Week } from './parts.tsx';
import { t as playersText } from './texts.ts';

type Ladder = RouteReply<Routes['getLadder']>;
type Sheet = RatingClass | 'friends';

/** The ladder of each class: the first hundred, the user's place, and the friends. */
export default function LadderPage() {
  const [chosen, setChosen] = useState<Sheet>(DEFAULT_TIME_CLASS);
  return (
    <>
      <title>{`${t('pages.ladder')} · ${appText('name')}`}</title>
      <PageHeader title={t('pages.ladder')} />
      <main className={styles.main}>
        <Tabs
          value={chosen}
          onChange={setChosen}
          className={styles.tabs}
          aside={<span />}
          tabs={[
            ...RATING_CLASSES.map((name) => ({
              name,
              label: RATING_DEFS[name].name,
              content: <ClassLadder name={name} />,
            })),
            { name: 'friends', label: playersText('ladder.friends'), content: <FriendsLadder /> },
          ]}
        />
      </main>
    </>
  );
}

function ClassLadder({ name }: { name: RatingClass }) {
  const me = useSession((state) => state.user?._id ?? null);
  const query = useLadder(name, me);
  const columns = useRef<HTMLDivElement>(null);
  return (
    <QueryPage query={query} skeleton={styles.skeleton}>
      {(ladder) => (
        <div className={styles.columns} ref={columns}>
          <Top ladder={ladder} name={name} me={me} onJump={() => showMine(columns.current)} />
          <div className={styles.side}>
            <Mine ladder={ladder} name={name} isMember={me !== null} />
            {hasNeighbors(ladder) && <Around rows={ladder.me.around} me={me} />}
            {ladder.size > 0 && <Animals counts={ladder.animals} own={ladder.me?.rating ?? null} />}
          </div>
        </div>
      )}
    </QueryPage>
  );
}

type LadderWithNeighbors = Ladder & { me: NonNullable<Ladder['me']> };

function hasNeighbors(ladder: Ladder): ladder is LadderWithNeighbors {
  return ladder.me !== null && ladder.me.around.length > 1;
}

/** Scrolls the user's row to the middle of the screen and focuses it. */
function showMine(within: HTMLElement | null): void {
  const row = within?.querySelector<HTMLElement>('tr[aria-current]');
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'center', behavior: isStill ? 'instant' : 'smooth' });
}

/** Rows shown before the user asks for all. */
const FIRST = 10;

interface TopProps {
  ladder: Ladder;
  name: RatingClass;
  me: string | null;
  /** Scrolls to the own row, after it is shown. */
  onJump: () => void;
}

function Top({ ladder, name, me, onJump }: TopProps) {
  const [isAll, setAll] = useState(false);
  const { players, size } = ladder;
  const mine = players.findIndex(({ userId }) => userId === me);
  const jump = (): void => {
    if (mine >= FIRST) flushSync(() => setAll(true));
    onJump();
  };
  if (players.length === 0) return <EmptyLadder name={name} isMember={me !== null} />;
  return (
    <Card framed className={styles.top}>
      <SeasonLine size={size} />
      <LadderRows
        rows={isAll ? players : players.slice(0, FIRST)}
        me={me}
        label={t('ladder.label', { class: RATING_DEFS[name].name })}
      />
      <div className={styles.more}>
        {players.length > FIRST && (
          <Button aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {t(isAll ? 'ladder.less' : 'ladder.more')}
          </Button>
        )}
        {(mine >= 0 || hasNeighbors(ladder)) && (
          <Button icon="target" onClick={jump}>
            {playersText('ladder.jump')}
          </Button>
        )}
      </div>
    </Card>
  );
}

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** The season, its end, and the number of ranked players. */
function SeasonLine({ size }: { size: number }) {
  const [now] = useState(serverNow);
  const left = seasonEnd(now) - now;
  const days = Math.floor(left / DAY);
  return (
    <div className={styles.season}>
      <h2>{seasonName(seasonOf(now))}</h2>
      <Chip tone="gold" icon="hourglass-medium">
        {playersText('ladder.left', { days, hours: Math.floor((left - days * DAY) / HOUR) })}
      </Chip>
      <span>{playersText('ladder.size', { count: size })}</span>
    </div>
  );
}

function EmptyLadder({ name, isMember }: { name: RatingClass; isMember: boolean }) {
  const text = !isTimeClass(name) ? name : isMember ? 'text' : 'visitor';
  return (
    <Card framed>
      <EmptyState
        animal="tiger"
        title={t('ladder.empty.title')}
        text={t(`ladder.empty.${text}`)}
        action={
          <ButtonLink to="/play" {...(isMember ? {} : { tone: 'primary' })}>
            {t('actions.play')}
          </ButtonLink>
        }
      />
    </Card>
  );
}

interface MineProps {
  ladder: Ladder;
  name: RatingClass;
  isMember: boolean;
}

/** The user's place, and the distance to the next level. */
function Mine({ ladder: { me, size }, name, isMember }: MineProps) {
  const words = { class: RATING_DEFS[name].name };
  const title = t('ladder.mine', words);
  if (!isMember)
    return (
      <Own title={title} level={null} note={t('ladder.visitor')}>
        <Button
          tone="primary"
          icon="sign-in"
          onClick={() => session.requestLogin('/ladder', { why: 'ladder' })}
        >
          {t('ladder.login')}
        </Button>
      </Own>
    );
  const play = (
    <ButtonLink to="/play" tone="primary">
      {t('actions.play')}
    </ButtonLink>
  );
  if (!me)
    return (
      <Own title={title} level={null} note={t('ladder.unrated', words)}>
        {play}
      </Own>
    );
  const place =
    me.rank === null
      ? t('ladder.provisional')
      : playersText('ladder.share', {
          rank: me.rank,
          share: Math.min(100, Math.ceil((100 * me.rank) / size)),
        });
  return (
    <Own title={title} level={progressOf(me.rating).order} points={me} note={place}>
      <LevelBar rating={me.rating} />
      {play}
    </Own>
  );
}

interface OwnProps {
  title: string;
  level: number | null;
  points?: { rating: number; week: number | null };
  note: string;
  children: ReactNode;
}

function Own({ title, level, points, note, children }: OwnProps) {
  return (
    <Card role="region" aria-label={title} className={styles.own}>
      <div className={styles.userRating}>
        <Emblem level={level} size={96} named className={styles.emblem} />
        <div>
          <h2>{title}</h2>
          {points && (
            <p className={styles.points}>
              <strong>{points.rating}</strong>
              <Week change={points.week} />
            </p>
          )}
          <p>{level === null ? uiText('level.none') : levelName(level)}</p>
          <p>{note}</p>
        </div>
      </div>
      {children}
    </Card>
  );
}

function Around({ rows, me }: { rows: readonly LadderRow[]; me: string | null }) {
  return (
    <Card role="region" aria-label={t('ladder.around')} className={styles.around}>
      <h2>{t('ladder.around')}</h2>
      <LadderRows rows={rows} me={me} label={t('ladder.around')} brief />
    </Card>
  );
}
