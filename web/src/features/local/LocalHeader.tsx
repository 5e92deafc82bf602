import { HeaderEnd } from '../../app/HeaderEnd.tsx';
import { placeSearch } from '../../app/header-slots.ts';
import type { LocalGame } from '../../game/local/local-game.ts';
import { BackLink, Button, IconButton } from '../../ui/Button.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { MuteButton } from '../table/MuteButton.tsx';
import head from '../table/TableHeader.module.css';
import { TableSettings } from '../table/TableSettings.tsx';
import { useTableLayout } from '../table/use-table-layout.ts';
import { RuleSwitches } from './RuleSwitches.tsx';
import { SaveButton } from './SaveButton.tsx';
import { setFacing, useFacing } from './seats-setting.ts';
import { t } from './texts.ts';
import type { Save } from './use-save.ts';

interface LocalHeaderProps {
  game: LocalGame;
  save: Save;
  onFull: () => void;
}

/** No room for words. */
const NARROW = '(max-width: 359px)';

/** The bar over the local game; a rail beside the board in landscape. */
export function LocalHeader({ game, save, onFull }: LocalHeaderProps) {
  const layout = useTableLayout();
  const isNarrow = useMedia(NARROW);
  const settings = (
    <TableSettings onFull={layout === 'phone' ? onFull : null} title={t('settings')}>
      <RuleSwitches game={game} />
    </TableSettings>
  );
  const back = <BackLink to="/play" label={t('back')} />;
  if (layout === 'landscape') {
    return (
      <header className={head.rail}>
        <h1 className="visually-hidden">{t('title')}</h1>
        {back}
        <span className={head.space} />
        <span ref={placeSearch} data-rail />
        <SeatsButton />
        <SaveButton {...save} look="icon" />
        <MuteButton />
        {settings}
      </header>
    );
  }
  return (
    <header className={head.bar}>
      {back}
      <h1 className={head.title}>{t('title')}</h1>
      <span className={head.space} />
      <span ref={placeSearch} />
      <SeatsButton />
      {layout !== 'phone' && <MuteButton />}
      {settings}
      <SaveButton {...save} look={isNarrow ? 'icon' : 'long'} />
      <HeaderEnd className={head.wide} />
    </header>
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
