import { useEffect, useRef, useState } from 'react';
import { api } from '../../client/api.ts';
import { downloadText } from '../../ui/download.ts';
import { toast } from '../../ui/toast-store.ts';
import { allGamesFileName, FILE_FORMATS, type FormatName } from './game-file.ts';
import { t } from './texts.ts';

/** What of the own games has come so far, as parts of the file. */
interface Taken {
  format: FormatName;
  games: number;
  parts: readonly string[];
  /** After which game the next part begins; null when all are there. */
  after: string | undefined | null;
}

async function takeMore({ format, games, parts, after }: Taken): Promise<Taken> {
  const reply = await api.exportRecords({ query: after ? { after } : {} });
  const more = reply.games.flatMap((game) => FILE_FORMATS[format].part(game) ?? []);
  return { format, games: games + reply.games.length, parts: [...parts, ...more], after: reply.next };
}

function save({ format, games, parts }: Taken): void {
  const { type, whole } = FILE_FORMATS[format];
  downloadText(allGamesFileName(Date.now(), format), type, whole(parts));
  toast.success(t('export.done', { count: games }));
}

/** Takes all own games, part after part, into one file. What was taken before a failure is kept for the next attempt. */
export function useExportAll(onDone: () => void) {
  const [taken, setTaken] = useState<Taken | null>(null);
  const [running, setRunning] = useState(false);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  const run = async (from: Taken): Promise<void> => {
    setRunning(true);
    setTaken(from);
    try {
      let known = from;
      while (known.after !== null && !gone.current) {
        known = await takeMore(known);
        setTaken(known);
      }
      if (gone.current) return;
      save(known);
      onDone();
    } catch {
      setRunning(false);
    }
  };
  return {
    /** How many games are there; null before a format was chosen. */
    done: taken?.games ?? null,
    running,
    start: (format: FormatName) => void run({ format, games: 0, parts: [], after: undefined }),
    resume: () => void (taken && run(taken)),
  };
}
