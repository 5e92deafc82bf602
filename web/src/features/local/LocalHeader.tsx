import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { storage } from '../../client/storage.ts';
import { TimeControlChoice } from '../../shared/clock/TimeControlChoice.tsx';
import { DeviceHeader } from '../../shared/device-games/DeviceTable.tsx';
import { hasMoves } from '../../shared/device-games/local-game-state.ts';
import type { Save } from '../../shared/device-games/save.tsx';
import { t as rulesText } from '../../shared/rules/texts.ts';
import head from '../../shared/table/TableHeader.module.css';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { MEDIA } from '../../ui/media.ts';
import { Switch } from '../../ui/Switch.tsx';
import { useMedia } from '../../ui/use-browser.ts';
import styles from './GameChoices.module.css';
import type { LocalGame } from './local-game.ts';
import { t } from './texts.ts';
import { useGameData } from './use-local-game.ts';

interface LocalHeaderProps {
  game: LocalGame;
  save: Save;
  onFull: () => void;
}

/** The bar over the local game; in landscape a rail beside the board. */
export function LocalHeader({ game, save, onFull }: LocalHeaderProps) {
  return (
    <DeviceHeader
      back={{ to: '/play', label: t('back') }}
      title={t('title')}
      heading={
        <>
          <h1 className={head.title}>{t('title')}</h1>
          <span className={head.space} />
        </>
      }
      tools={<SeatsButton />}
      isSaveShort={useMedia(MEDIA.narrow)}
      settings={{ title: t('settings'), children: <GameChoices game={game} /> }}
      {...{ save, onFull }}
    />
  );
}

/** Switches the seats of the two users; the label shows the current state. */
function SeatsButton() {
  const facing = useFacing();
  const turn = (): void => setFacing(!facing);
  const name = t(facing ? 'seats.toSame' : 'seats.toFacing');
  if (useTableLayout() === 'landscape') return <IconButton icon="users-three" label={name} onClick={turn} />;
  return (
    <Button small tone="quiet" icon="users-three" title={name} onClick={turn}>
      {t(facing ? 'seats.facing' : 'seats.same')}
    </Button>
  );
}

const RULES = ['sevenThree', 'seventeenFive', 'threefold'] as const;

/** Clocks and optional rules, and the game from which a change applies. */
function GameChoices({ game }: { game: LocalGame }) {
  const data = useGameData(game);
  return (
    <div className={styles.choices}>
      <TimeControlChoice value={data.control} onChange={(control) => game.set({ control })} />
      <fieldset className={styles.rules}>
        <legend>{t('rules.title')}</legend>
        {RULES.map((rule) => (
          <Switch
            key={rule}
            on={data.rules[rule]}
            hint={rulesText(`options.${rule}.text`)}
            onChange={(on) => game.set({ rules: { ...data.rules, [rule]: on } })}
          >
            {rulesText(`options.${rule}.title`)}
          </Switch>
        ))}
      </fieldset>
      <p>{t(hasMoves(data) ? 'rules.next' : 'rules.now')}</p>
    </div>
  );
}

const KEY = 'seats';

/** A phone that lies between two users. */
const BETWEEN = `${MEDIA.phone} and (pointer: coarse)`;

function saved(): boolean | null {
  const seats = storage.getItem(KEY);
  return seats === 'facing' || seats === 'same' ? seats === 'facing' : null;
}

/** Whether the two users sit opposite each other; null before the first choice. */
const seatsStore = createStore<{ facing: boolean | null }>(() => ({ facing: saved() }));

/** Returns whether the controls of the upper user are turned towards that user. */
export function useFacing(): boolean {
  const isBetween = useMedia(BETWEEN);
  return useStore(seatsStore, (state) => state.facing) ?? isBetween;
}

/** Stores how the two users sit. */
function setFacing(facing: boolean): void {
  storage.setItem(KEY, facing ? 'facing' : 'same');
  seatsStore.setState({ facing });
}
