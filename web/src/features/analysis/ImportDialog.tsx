import { type GameText, ok, outcome } from '@doushouqi/rules';
import { type DragEvent, useId, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { t as uiText } from '../../ui/texts.ts';
import { toast } from '../../ui/toast-store.ts';
import styles from './ImportDialog.module.css';
import { importText } from './messages.ts';
import { withGame, withPosition } from './study/analysis.ts';
import { decodeText } from './study/import-text.ts';
import { IMPORT_LENGTH, type Imported, readImport } from './study/read-import.ts';
import { mainPath, plyOf, studyOf } from './study/study.ts';
import { t } from './texts.ts';
import type { Workspace } from './use-workspace.ts';

/** Imports a game or a position in any supported format; nothing changes until the text is read. */
export function ImportDialog({ workspace }: { workspace: Workspace }) {
  // Survives a question that replaces the dialog.
  const [text, setText] = useState('');
  return (
    <Dialog
      open={workspace.isImporting && !workspace.leaving.isAsking}
      onClose={() => workspace.setImporting(false)}
      className={styles.dialog}
    >
      <DialogTitle className={styles.title}>{t('import.title')}</DialogTitle>
      <ImportForm workspace={workspace} {...{ text, setText }} />
    </Dialog>
  );
}

/** A longer text is not wrapped. UTF-16 units. */
const LONG = 20_000;

interface ImportFormProps {
  workspace: Workspace;
  text: string;
  setText: (text: string) => void;
}

function ImportForm({ workspace, text, setText }: ImportFormProps) {
  const id = useId();
  const [error, setError] = useState<string | null>(null);
  const [games, setGames] = useState<readonly GameText[] | null>(null);
  const { take, takeGame } = useTaking(workspace, setGames, () => setText(''));
  const read = (given: string): void => {
    const imported = readImport(given);
    setError(imported.ok ? null : importText(imported.error));
    if (imported.ok) take(imported.value);
  };
  const onFile = async (file: File): Promise<void> => {
    if (file.size > IMPORT_LENGTH * 4) return setError(t('import.error.TOO_LONG'));
    const bytes = await file.arrayBuffer().catch(() => null);
    const given = bytes && decodeText(new Uint8Array(bytes));
    if (given === null) return setError(t('import.fileFailed'));
    setText(given);
    read(given);
  };
  if (games) return <Choice games={games} onChoose={takeGame} />;
  return (
    <FileTarget onFile={(file) => void onFile(file)}>
      <label className="visually-hidden" htmlFor={id}>
        {t('import.label')}
      </label>
      <textarea
        id={id}
        className={styles.text}
        value={text}
        // A browser takes minutes to wrap one line of many thousand characters.
        wrap={text.length > LONG ? 'off' : 'soft'}
        spellCheck={false}
        placeholder={t('import.placeholder')}
        aria-invalid={error !== null}
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          setText(event.target.value);
          setError(null);
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text');
          if (pasted.length <= LONG) return;
          event.preventDefault();
          setText(pasted);
          setError(null);
        }}
      />
      <p id={`${id}-note`} role={error ? 'alert' : undefined} className={error ? styles.error : styles.hint}>
        {error && <Icon name="warning" />}
        {error ?? t('import.hint')}
      </p>
      <div className={styles.buttons}>
        <FileButton onFile={(file) => void onFile(file)} />
        <Button onClick={() => workspace.setImporting(false)}>{uiText('cancel')}</Button>
        <Button tone="primary" onClick={() => read(text)}>
          {t('import.go')}
        </Button>
      </div>
    </FileTarget>
  );
}

/** Returns the function that opens an import: a position, a game, or a choice of several games. */
function useTaking(
  { leaving, setImporting, setPen }: Workspace,
  choose: (games: readonly GameText[]) => void,
  onTaken: () => void,
) {
  const done = (text: string): void => {
    onTaken();
    setPen(null);
    setImporting(false);
    toast.success(text);
  };
  const takeGame = ({ tree, headers, times = [] }: GameText): void => {
    leaving.openGame(
      (analysis) => ok(withGame(analysis, studyOf(tree, { headers, times }))),
      () => done(t('import.doneGame')),
    );
  };
  const take = (imported: Imported): void => {
    if (imported.kind === 'position') {
      leaving.leave(
        (analysis) => ok(withPosition(analysis, imported.position)),
        () => done(t('import.donePosition')),
      );
    } else if (imported.games.length === 1) takeGame(imported.games[0]!);
    else choose(imported.games);
  };
  return { take, takeGame };
}

/** An area that accepts dropped files. */
function FileTarget({ onFile, children }: { onFile: (file: File) => void; children: React.ReactNode }) {
  const [isOver, setOver] = useState(false);
  const onDrop = (event: DragEvent): void => {
    setOver(false);
    const [file] = event.dataTransfer.files;
    // Dropped text goes into the field by default.
    if (!file) return;
    event.preventDefault();
    onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button beside it opens files by keyboard
    <div
      className={styles.target}
      data-over={isOver}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {children}
    </div>
  );
}

function FileButton({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".txt,.pgn,.json,text/plain,application/json"
        aria-label={t('import.file')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // Allows the same file to be chosen twice.
          target.value = '';
        }}
      />
      <Button icon="upload-simple" onClick={() => input.current?.click()}>
        {t('import.file')}
      </Button>
    </>
  );
}

/** Maximum number of listed games; the rest of a longer file is left out. */
const LISTED = 500;

/** The choice of one of several games. */
function Choice({ games, onChoose }: { games: readonly GameText[]; onChoose: (game: GameText) => void }) {
  return (
    <>
      <p className={styles.hint}>{t('import.choose', { count: games.length })}</p>
      <ol className={styles.list}>
        {games.slice(0, LISTED).map((game, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the games of a text have nothing but their order
          <li key={index}>
            <button type="button" onClick={() => onChoose(game)}>
              <b>{nameOf(game) ?? t('import.game', { game: index + 1 })}</b>
              <span>
                {[
                  game.headers.Date,
                  t('import.moves', { plies: plyOf(mainPath(game.tree)) }),
                  uiText(`endReason.${outcome(game.tree.played).endReason}`),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

function nameOf({ headers: { Red, Blue, Event } }: GameText): string | null {
  if (Red && Blue) return `${Red} — ${Blue}`;
  return Event || null;
}
