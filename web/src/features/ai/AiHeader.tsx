import type { Opponent } from '../../shared/device-games/opponents.ts';
import { SaveButton } from '../../shared/device-games/SaveButton.tsx';
import type { Save } from '../../shared/device-games/use-save.ts';
import { placeSearch } from '../../shared/header/header-slots.ts';
import { HeaderEnd } from '../../shared/header/PageHeader.tsx';
import head from '../../shared/table/TableHeader.module.css';
import { MuteButton, TableSettings } from '../../shared/table/TableSettings.tsx';
import { t as tableText } from '../../shared/table/texts.ts';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { BackLink, IconButton } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Marks.tsx';
import styles from './AiHeader.module.css';
import type { AiGame } from './ai-game.ts';
import { t } from './texts.ts';
import { useAi } from './use-ai-game.ts';

interface AiHeaderProps {
  game: AiGame;
  opponent: Opponent;
  save: Save;
  onFull: () => void;
  onRecord: () => void;
}

/** The bar over the game: the way back, who plays, switches; a rail beside the board in landscape. */
export function AiHeader({ game, opponent, save, onFull, onRecord }: AiHeaderProps) {
  const layout = useTableLayout();
  const name = t(`opponent.${opponent.key}.name`);
  const back = <BackLink to="/play/ai" label={t('toLevels')} />;
  const settings = <TableSettings onFull={layout === 'phone' ? onFull : null} title={t('settings')} />;
  const record = <IconButton icon="list-numbers" label={tableText('record')} onClick={onRecord} />;
  if (layout === 'landscape') {
    return (
      <header className={head.rail}>
        <h1 className="visually-hidden">{name}</h1>
        {back}
        <span className={head.space} />
        <span ref={placeSearch} data-rail />
        {record}
        <SaveButton {...save} look="icon" />
        <MuteButton />
        {settings}
      </header>
    );
  }
  return (
    <header className={head.bar}>
      {back}
      <div className={styles.names}>
        <div className={styles.line}>
          <h1 className={head.title}>{name}</h1>
          <TimeChip game={game} />
        </div>
      </div>
      <span ref={placeSearch} />
      {record}
      {layout !== 'phone' && <MuteButton />}
      {settings}
      <SaveButton {...save} look={layout === 'phone' ? 'icon' : 'long'} />
      <HeaderEnd className={head.wide} />
    </header>
  );
}

function TimeChip({ game }: { game: AiGame }) {
  const control = useAi(game, ({ facts }) => facts.setting.control);
  const isPhone = useTableLayout() === 'phone';
  const isWarmUp = useAi(game, ({ facts }) => facts.setting.warmUp === true);
  if (isWarmUp) {
    return (
      <Chip tone="gold" className={styles.time}>
        {t(isPhone ? 'warmUpShort' : 'warmUp')}
      </Chip>
    );
  }
  return (
    <Chip className={styles.time}>{control ? t('time.control', { ...control }) : t('time.untimed')}</Chip>
  );
}
