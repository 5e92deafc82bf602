import { TIME_CONTROLS } from '@doushouqi/protocol';
import { newGame, outcome, type Position, parseFen, type Side, turn } from '@doushouqi/rules';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type AddressQuery, useAddressQuery } from '../../client/address.ts';
import { takeEarlyPress } from '../../client/early-press.ts';
import { useInRatedGame } from '../../client/online-lock.ts';
import { randomId } from '../../client/random-id.ts';
import { storage } from '../../client/storage.ts';
import { t as appText } from '../../client/texts.ts';
import { HINTS, isAiOver } from '../../shared/device-games/ai-game-state.ts';
import { prepareAiGame } from '../../shared/device-games/first-game.ts';
import { hasMoves } from '../../shared/device-games/local-game-state.ts';
import { OPPONENTS, type Opponent, opponentFor } from '../../shared/device-games/opponents.ts';
import { loadAiGame, startAi } from '../../shared/device-games/saved-games.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { t as tableText } from '../../shared/table/texts.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ChoiceGrid } from '../../ui/ChoiceGrid.tsx';
import { confirm } from '../../ui/confirm-store.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Seal } from '../../ui/Marks.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './AiLevelsPage.module.css';
import { useAiChoice } from './ai-choice.ts';
import { LevelCards } from './LevelCards.tsx';
import { RatedLock } from './RatedLock.tsx';
import type { Tallies } from './tally.ts';
import { nextOpponent, ownTallies, streakText } from './tally-texts.ts';
import { t } from './texts.ts';

/** The choice of the opponent and the settings. */
export default function AiLevelsPage() {
  return useInRatedGame() ? <RatedLock /> : <Levels />;
}

/** Begins the game of a press on home that came before its script was loaded. */
function usePlayNow(): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!takeEarlyPress('computer')) return;
    prepareAiGame(storage);
    void navigate('/play/ai/game', { replace: true });
  }, [navigate]);
}

function Levels() {
  usePlayNow();
  const setup = useAiSetup();
  const [tallies] = useState(ownTallies);
  return (
    <>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <PageHeader back="/play" backLabel={t('back')} title={t('title')}>
        {setup.canResume && (
          <ButtonLink small icon="clock-counter-clockwise" to="/play/ai/game">
            <span className={styles.resume}>{t('resume')}</span>
          </ButtonLink>
        )}
      </PageHeader>
      <main className={styles.main}>
        <div className={styles.lead}>
          <h2>{t('lead')}</h2>
          <Advice tallies={tallies} />
        </div>
        <LevelCards current={setup.opponent?.key} tallies={tallies} />
        {setup.start && (
          <p role="note" className={styles.from}>
            <Icon name="chart-line" />
            {t('from', { side: tableText(`alarm.side.${turn(setup.start)}`) })}
          </p>
        )}
        <Card framed className={styles.setup}>
          <SideChoice {...setup} />
          <TimeChoice {...setup} />
          <Allowed {...setup} />
          <div className={styles.start}>
            <Button
              tone="primary"
              wide
              icon="play-fill"
              disabled={!setup.opponent}
              onClick={() => void setup.begin()}
            >
              {t(setup.opponent ? 'start' : 'chooseFirst')}
            </Button>
          </div>
        </Card>
      </main>
    </>
  );
}

/** The level to try next, or general advice. */
function Advice({ tallies }: { tallies: Tallies }) {
  const beaten = OPPONENTS.findLast((one) => nextOpponent(tallies, one));
  const next = beaten && nextOpponent(tallies, beaten);
  if (!beaten || !next) return <p>{t('hint')}</p>;
  return (
    <p>
      <Icon name="trophy" /> {streakText(tallies, beaten, next)}
    </p>
  );
}

function SideChoice({ side, start, change }: AiSetup) {
  const first = start ? turn(start) : 'red';
  const noteOf = (one: ChosenSide): string =>
    one === 'random' ? t('side.randomNote') : t(one === first ? 'side.first' : 'side.second');
  return (
    <div>
      <h3>{t('side.label')}</h3>
      <ChoiceGrid
        label={t('side.label')}
        items={SIDE_CHOICES}
        nameOf={(one) => `${t(`side.${one}`)} ${noteOf(one)}`}
        current={side}
        onChoose={(one) => change({ side: one })}
        className={styles.options}
        itemClassName={styles.option}
      >
        {(one) => (
          <>
            {one === 'random' ? (
              <Icon name="shuffle" />
            ) : (
              <Seal tone={one}>{tableText(`alarm.side.${one}`)}</Seal>
            )}
            <b>{t(`side.${one}`)}</b>
            <small>{noteOf(one)}</small>
          </>
        )}
      </ChoiceGrid>
    </div>
  );
}

function TimeChoice({ time, change }: AiSetup) {
  const nameOf = (choice: string): string => {
    const control = timeControlOf(choice);
    return control ? t('time.name', { ...control }) : t('time.untimed');
  };
  return (
    <div>
      <h3>
        {t('time.label')} <small>{t('time.note')}</small>
      </h3>
      <ChoiceGrid
        label={t('time.label')}
        items={TIME_CHOICES}
        nameOf={nameOf}
        current={time}
        onChoose={(one) => change({ time: one })}
        className={styles.options}
        itemClassName={styles.time}
      >
        {(one) => (one === 'none' ? t('time.none') : one)}
      </ChoiceGrid>
    </div>
  );
}

function Allowed({ undo, hints, change }: AiSetup) {
  return (
    <div className={styles.allowed}>
      <Switch on={undo} onChange={(on) => change({ undo: on })}>
        {t('allow.undo')}
      </Switch>
      <Switch on={hints} onChange={(on) => change({ hints: on })}>
        {t('allow.hints')} <small>{t('allow.hintsNote', { count: HINTS })}</small>
      </Switch>
    </div>
  );
}

const SIDE_CHOICES = ['red', 'blue', 'random'] as const;
type ChosenSide = (typeof SIDE_CHOICES)[number];

/** `none`, or minutes and increment in seconds as `5+3`. */
const TIME_CHOICES: readonly string[] = [
  'none',
  ...TIME_CONTROLS.map(({ initial, increment }) => `${initial}+${increment}`),
];

function timeControlOf(choice: string) {
  return TIME_CONTROLS.find(({ initial, increment }) => choice === `${initial}+${increment}`) ?? null;
}

const SIDES: Record<ChosenSide, () => Side> = {
  red: () => 'red',
  blue: () => 'blue',
  random: () => (Math.random() < 0.5 ? 'red' : 'blue'),
};

/** The settings of a game; the last ones are the default. */
interface AiSetup {
  opponent: Opponent | undefined;
  side: ChosenSide;
  time: string;
  undo: boolean;
  hints: boolean;
  change: (change: Partial<Pick<AiSetup, 'side' | 'time' | 'undo' | 'hints'>>) => void;
  begin: () => Promise<void>;
  /** The position of the address, from which to play on; null for the usual start. */
  start: Position | null;
  /** Whether there is an unfinished game. */
  canResume: boolean;
}

function useAiSetup(): AiSetup {
  const navigate = useNavigate();
  const opponent = opponentFor(useAiChoice());
  const [stored] = useState(() => loadAiGame(storage));
  const canResume = stored !== null && hasMoves(stored.local) && !isAiOver(stored);
  const start = startIn(useAddressQuery());
  const [chosen, setChosen] = useState(() => ({
    ...chosenBefore(stored?.setting),
    ...(start && { side: turn(start) }),
  }));
  const begin = async (): Promise<void> => {
    if (!opponent) return;
    const question = {
      title: t('replace.title'),
      message: t('replace.message'),
      confirmText: t('replace.confirm'),
    };
    if (canResume && !(await confirm(question))) return;
    const { side, time, undo, hints } = chosen;
    const setting = { level: opponent.level, own: SIDES[side](), control: timeControlOf(time), undo, hints };
    startAi({ storage, randomId: () => randomId(8) }, setting, start ?? undefined);
    await navigate('/play/ai/game');
  };
  const change: AiSetup['change'] = (some) => setChosen({ ...chosen, ...some });
  return { ...chosen, opponent, change, begin, start, canResume };
}

/** Returns the position of `?start=`, or null if it is absent or no game can start from it. */
function startIn(query: AddressQuery): Position | null {
  const parsed = parseFen(query.get('start') ?? '');
  return parsed.ok && outcome(newGame(undefined, parsed.value)).winner === null ? parsed.value : null;
}

type Chosen = Pick<AiSetup, 'side' | 'time' | 'undo' | 'hints'>;

function chosenBefore(setting: NonNullable<ReturnType<typeof loadAiGame>>['setting'] | undefined): Chosen {
  if (!setting) return { side: 'red', time: 'none', undo: true, hints: true };
  const { own, control, undo, hints } = setting;
  const time = control ? `${control.initial}+${control.increment}` : 'none';
  return { side: own === 'red' ? 'red' : 'blue', time, undo, hints };
}
