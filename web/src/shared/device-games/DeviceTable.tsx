import { type ReactNode, useEffect } from 'react';
import type { GameController } from '../../game/controller.ts';
import { BackLink, Button } from '../../ui/Button.tsx';
import { placeSearch } from '../header/header-slots.ts';
import { HeaderEnd } from '../header/PageHeader.tsx';
import type { Step } from '../table/NextStep.tsx';
import { ResultDialog } from '../table/ResultDialog.tsx';
import head from '../table/TableHeader.module.css';
import { MuteButton, TableSettings } from '../table/TableSettings.tsx';
import { t as tableText } from '../table/texts.ts';
import { type Table, useReview } from '../table/use-table.ts';
import { useTableLayout } from '../table/use-table-layout.ts';
import { type Save, SaveButton } from './save.tsx';

/** Refreshes a local game, stored under `key`, after changes in other windows. */
export function useOtherWindows(game: { refresh: () => void } | null, key: string): void {
  useEffect(() => {
    if (!game) return;
    const listen = (event: StorageEvent): void => {
      if (event.key === key) game.refresh();
    };
    // A page that the browser had suspended received no events.
    const wake = (): void => game.refresh();
    window.addEventListener('storage', listen);
    window.addEventListener('pageshow', wake);
    document.addEventListener('visibilitychange', wake);
    return () => {
      window.removeEventListener('storage', listen);
      window.removeEventListener('pageshow', wake);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [game, key]);
}

interface DeviceHeaderProps {
  back: { to: string; label: string };
  title: string;
  /** The title and its details, if there is space for text. */
  heading: ReactNode;
  /** Buttons of this kind of game. */
  tools: ReactNode;
  save: Save;
  /** The save button shows its icon only. */
  isSaveShort: boolean;
  settings: { title: string; children?: ReactNode };
  onFull: () => void;
}

/** The header of a local game: back link, title, switches; a column beside the board in landscape. */
export function DeviceHeader(props: DeviceHeaderProps) {
  const { back, title, heading, tools, save, isSaveShort, onFull } = props;
  const layout = useTableLayout();
  const settings = <TableSettings onFull={layout === 'phone' ? onFull : null} {...props.settings} />;
  if (layout === 'landscape') {
    return (
      <header className={head.rail}>
        <h1 className="visually-hidden">{title}</h1>
        <BackLink {...back} />
        <span className={head.space} />
        <span ref={placeSearch} data-rail />
        {tools}
        <SaveButton {...save} look="icon" />
        <MuteButton />
        {settings}
      </header>
    );
  }
  return (
    <header className={head.bar}>
      <BackLink {...back} />
      {heading}
      <span ref={placeSearch} />
      {tools}
      {layout !== 'phone' && <MuteButton />}
      {settings}
      <SaveButton {...save} look={isSaveShort ? 'icon' : 'long'} />
      <HeaderEnd className={head.wide} />
    </header>
  );
}

interface LocalResultProps {
  table: Table;
  game: GameController & { reset: () => void };
  save: Save;
  /** Content between text and buttons. */
  note?: ReactNode;
  step?: Step | null;
  /** Content after the button for another game. */
  next?: ReactNode;
}

/** The result of a local game, with buttons to play again, save and analyze it. */
export function LocalResult({ table, game, save, note, step = null, next }: LocalResultProps) {
  const review = useReview(table);
  return (
    <ResultDialog
      table={table}
      next={
        <Button tone="primary" onClick={() => game.reset()}>
          {tableText('result.again')}
        </Button>
      }
      rating={note}
      step={step}
      away={
        <>
          <Button onClick={review}>{tableText('review')}</Button>
          {next}
          <SaveButton {...save} look="short" />
        </>
      }
    />
  );
}
