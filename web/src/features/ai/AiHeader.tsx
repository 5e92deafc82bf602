import { useTranslation } from 'react-i18next';
import { HeaderEnd } from '../../app/HeaderEnd.tsx';
import { placeSearch } from '../../app/header-slots.ts';
import type { AiGame } from '../../game/engine/ai-game.ts';
import { BackLink, IconButton } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { SaveButton } from '../local/SaveButton.tsx';
import type { Save } from '../local/use-save.ts';
import { MuteButton } from '../table/MuteButton.tsx';
import head from '../table/TableHeader.module.css';
import { TableSettings } from '../table/TableSettings.tsx';
import { useTableLayout } from '../table/use-table-layout.ts';
import styles from './AiHeader.module.css';
import type { Opponent } from './opponents.ts';
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
  const { t } = useTranslation();
  const layout = useTableLayout();
  const name = t(`ai.opponent.${opponent.key}.name`);
  const back = <BackLink to="/play/ai" label={t('ai.toLevels')} />;
  const settings = <TableSettings onFull={layout === 'phone' ? onFull : null} title={t('ai.settings')} />;
  const record = <IconButton icon="list-numbers" label={t('table.record')} onClick={onRecord} />;
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
  const { t } = useTranslation();
  const control = useAi(game, ({ facts }) => facts.setting.control);
  const isPhone = useTableLayout() === 'phone';
  const isWarmUp = useAi(game, ({ facts }) => facts.setting.warmUp === true);
  if (isWarmUp) {
    return (
      <Chip tone="gold" className={styles.time}>
        {t(isPhone ? 'ai.warmUpShort' : 'ai.warmUp')}
      </Chip>
    );
  }
  return (
    <Chip className={styles.time}>
      {control ? t('ai.time.control', { ...control }) : t('ai.time.untimed')}
    </Chip>
  );
}
