import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { storage } from '../../client/storage.ts';
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
import type { LocalGame } from './local-game.ts';
import styles from './RuleSwitches.module.css';
import { t } from './texts.ts';
import { useGameData } from './use-local-game.ts';

interface LocalHeaderProps {
  game: LocalGame;
  save: Save;
  onFull: () => void;
}

/** The bar over the local game; a rail beside the board in landscape. */
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
      settings={{ title: t('settings'), children: <RuleSwitches game={game} /> }}
      {...{ save, onFull }}
    />
  );
}

/** How the two people sit: the word says how it is now. */
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

/** The rules that two people may agree upon (spec §5), and from when on they hold. */
function RuleSwitches({ game }: { game: LocalGame }) {
  const data = useGameData(game);
  return (
    <fieldset className={styles.rules}>
      <legend>{t('rules.title')}</legend>
      {RULES.map((rule) => (
        <Switch
          key={rule}
          on={data.rules[rule]}
          hint={rulesText(`options.${rule}.text`)}
          onChange={(on) => game.setRules({ [rule]: on })}
        >
          {rulesText(`options.${rule}.title`)}
        </Switch>
      ))}
      <p>{t(hasMoves(data) ? 'rules.next' : 'rules.now')}</p>
    </fieldset>
  );
}

const KEY = 'seats';

/** A phone that lies between two people. */
const BETWEEN = `${MEDIA.phone} and (pointer: coarse)`;

function saved(): boolean | null {
  const seats = storage.getItem(KEY);
  return seats === 'facing' || seats === 'same' ? seats === 'facing' : null;
}

/** Whether the two people sit opposite each other; null until somebody said so. */
const seatsStore = createStore<{ facing: boolean | null }>(() => ({ facing: saved() }));

/** Whether what belongs to the person above is turned towards that person. */
export function useFacing(): boolean {
  const isBetween = useMedia(BETWEEN);
  return useStore(seatsStore, (state) => state.facing) ?? isBetween;
}

/** Remembers how the two people sit. */
function setFacing(facing: boolean): void {
  storage.setItem(KEY, facing ? 'facing' : 'same');
  seatsStore.setState({ facing });
}
