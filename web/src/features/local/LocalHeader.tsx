import { SaveButton } from '../../shared/device-games/SaveButton.tsx';
import type { Save } from '../../shared/device-games/use-save.ts';
import { placeSearch } from '../../shared/header/header-slots.ts';
import { HeaderEnd } from '../../shared/header/PageHeader.tsx';
import head from '../../shared/table/TableHeader.module.css';
import { MuteButton, TableSettings } from '../../shared/table/TableSettings.tsx';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { BackLink, Button, IconButton } from '../../ui/Button.tsx';
import { MEDIA } from '../../ui/media.ts';
import { useMedia } from '../../ui/use-media.ts';
import type { LocalGame } from './local-game.ts';
import { RuleSwitches } from './RuleSwitches.tsx';
import { setFacing, useFacing } from './seats-setting.ts';
import { t } from './texts.ts';

interface LocalHeaderProps {
  game: LocalGame;
  save: Save;
  onFull: () => void;
}

/** The bar over the local game; a rail beside the board in landscape. */
export function LocalHeader({ game, save, onFull }: LocalHeaderProps) {
  const layout = useTableLayout();
  const isNarrow = useMedia(MEDIA.narrow);
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
