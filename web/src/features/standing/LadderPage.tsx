import '../../i18n/players-texts.ts';
import type { LadderRow, RouteReply, Routes, TimeClass } from '@doushouqi/protocol';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ModeButton } from '../../app/ModeButton.tsx';
import { session, useSession } from '../../app/session.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Emblem } from '../../ui/Emblem.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { levelName } from '../../ui/level.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import styles from './LadderPage.module.css';
import { LadderRows } from './LadderRows.tsx';
import { LevelBar } from './LevelBar.tsx';
import { LoadedPage } from './Parts.tsx';
import { useLadder } from './player-queries.ts';
import { progressOf } from './progress.ts';

type Ladder = RouteReply<Routes['getLadder']>;
const CLASSES = ['fast', 'slow'] as const;

/** The ladder of each time class: the first hundred, and where the person who looks stands. */
export default function LadderPage() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<TimeClass>('fast');
  return (
    <>
      <title>{`${t('standing.pages.ladder')} · ${t('app.name')}`}</title>
      <PageHeader back="/" backLabel={t('standing.home')} title={t('standing.pages.ladder')}>
        <ModeButton />
      </PageHeader>
      <main className={styles.main}>
        <Tabs
          value={chosen}
          onChange={setChosen}
          className={styles.tabs}
          aside={<span />}
          tabs={CLASSES.map((name) => ({
            name,
            label: t(`standing.classes.${name}`),
            content: <ClassLadder name={name} />,
          }))}
        />
      </main>
    </>
  );
}

function ClassLadder({ name }: { name: TimeClass }) {
  const me = useSession((state) => state.user?._id ?? null);
  const asked = useLadder(name, me);
  return (
    <LoadedPage asked={asked} ghost={styles.ghost}>
      {(ladder) => (
        <div className={styles.columns}>
          <Top ladder={ladder} name={name} me={me} />
          <div className={styles.side}>
            <Mine ladder={ladder} name={name} isMember={me !== null} />
            {ladder.me && ladder.me.around.length > 1 && <Around rows={ladder.me.around} me={me} />}
          </div>
        </div>
      )}
    </LoadedPage>
  );
}

/** So many are shown before somebody asks for all of them. */
const FIRST = 10;

interface TopProps {
  ladder: Ladder;
  name: TimeClass;
  me: string | null;
}

function Top({ ladder: { players }, name, me }: TopProps) {
  const { t } = useTranslation();
  const [isAll, setAll] = useState(false);
  if (players.length === 0) return <Nobody isMember={me !== null} />;
  return (
    <Card framed className={styles.top}>
      <LadderRows
        rows={isAll ? players : players.slice(0, FIRST)}
        me={me}
        label={t('standing.ladder.label', { class: t(`standing.classes.${name}`) })}
      />
      {players.length > FIRST && (
        <div className={styles.more}>
          <Button aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {t(isAll ? 'standing.ladder.less' : 'standing.ladder.more')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Nobody({ isMember }: { isMember: boolean }) {
  const { t } = useTranslation();
  return (
    <Card framed>
      <EmptyState
        animal="tiger"
        title={t('standing.ladder.empty.title')}
        text={t(isMember ? 'standing.ladder.empty.text' : 'standing.ladder.empty.visitor')}
        action={
          <ButtonLink to="/play" {...(isMember ? {} : { tone: 'primary' })}>
            {t('standing.actions.play')}
          </ButtonLink>
        }
      />
    </Card>
  );
}

interface MineProps {
  ladder: Ladder;
  name: TimeClass;
  isMember: boolean;
}

/** Where the person who looks stands, and the way to the next level. */
function Mine({ ladder: { me }, name, isMember }: MineProps) {
  const { t } = useTranslation();
  const words = { class: t(`standing.classes.${name}`) };
  const title = t('standing.ladder.mine', words);
  if (!isMember)
    return (
      <Own title={title} level={null} note={t('standing.ladder.visitor')}>
        <Button tone="primary" icon="sign-in" onClick={() => session.requestLogin('/ladder')}>
          {t('standing.ladder.login')}
        </Button>
      </Own>
    );
  const play = (
    <ButtonLink to="/play" tone="primary">
      {t('standing.actions.play')}
    </ButtonLink>
  );
  if (!me)
    return (
      <Own title={title} level={null} note={t('standing.ladder.unrated', words)}>
        {play}
      </Own>
    );
  const place =
    me.rank === null ? t('standing.ladder.provisional') : t('standing.ladder.place', { rank: me.rank });
  return (
    <Own title={title} level={progressOf(me.rating).order} rating={me.rating} note={place}>
      <LevelBar rating={me.rating} />
      {play}
    </Own>
  );
}

interface OwnProps {
  title: string;
  level: number | null;
  rating?: number;
  note: string;
  children: ReactNode;
}

function Own({ title, level, rating, note, children }: OwnProps) {
  const { t } = useTranslation();
  return (
    <Card role="region" aria-label={title} className={styles.own}>
      <div className={styles.standing}>
        <Emblem level={level} size={96} named className={styles.emblem} />
        <div>
          <h2>{title}</h2>
          {rating !== undefined && <strong>{rating}</strong>}
          <p>{level === null ? t('level.none') : levelName(t, level)}</p>
          <p>{note}</p>
        </div>
      </div>
      {children}
    </Card>
  );
}

function Around({ rows, me }: { rows: readonly LadderRow[]; me: string | null }) {
  const { t } = useTranslation();
  return (
    <Card role="region" aria-label={t('standing.ladder.around')} className={styles.around}>
      <h2>{t('standing.ladder.around')}</h2>
      <LadderRows rows={rows} me={me} label={t('standing.ladder.around')} brief />
    </Card>
  );
}
