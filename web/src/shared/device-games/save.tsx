import { CLIENT_ERRORS, toWireWinner } from '@doushouqi/protocol';
import { formatRecord, outcome, ruleSetOf, type Side, startFen } from '@doushouqi/rules';
import { useEffect, useState } from 'react';
import { api } from '../../client/api.ts';
import { attempt } from '../../client/attempt.ts';
import { useIntention } from '../../client/intention.ts';
import { session } from '../../client/session.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { hasNetwork } from '../../ui/use-browser.ts';
import { hasMoves, type LocalGameData, type LocalRefusal, saveId } from './local-game-state.ts';
import { t } from './texts.ts';

/** The page of a game, and the players' data in the record. */
export interface SavedAs {
  path: string;
  aiType: string | null;
  aiLevel: number | null;
  /** The user's side against the computer. */
  side?: Side;
}

async function send(data: LocalGameData, { aiType, aiLevel, side }: SavedAs): Promise<void> {
  const { winner, endReason } = outcome(data.game);
  const start = startFen(data.game);
  await api.saveLocalGame({
    body: {
      moves: formatRecord(data.game),
      ...(start !== null && { start }),
      winner: toWireWinner(winner),
      endReason,
      aiType,
      aiLevel,
      ...(side && { side }),
      id: saveId(data),
      ruleSet: ruleSetOf(data.game),
      moveTimes: [...data.moveTimes],
      ...(data.startTime !== null && { startTime: data.startTime }),
      ...(data.clock && { timeControl: data.clock.control }),
    },
  });
}

export interface Save {
  save: () => void;
  isSaving: boolean;
  /** The current state is saved. */
  isSaved: boolean;
}

/** Saves the game to the user's records. The game stays on this device in any case. */
export function useSave(data: LocalGameData, savedAs: SavedAs): Save {
  const [isSaving, setSaving] = useState(false);
  const [savedId, setSavedId] = useState<string | null>(null);
  const isSaved = savedId === saveId(data);
  const isVisitor = (): boolean => session.store.getState().user === null;
  const logIn = async (): Promise<void> => {
    const intention = { action: 'save', of: saveId(data) } as const;
    if (await hasNetwork()) session.requestLogin(savedAs.path, { why: 'save', intention });
    else toast.warning(t('save.offline'));
  };
  const keep = async (): Promise<void> => {
    if (!navigator.onLine) return void toast.warning(t('save.offline'));
    if (await attempt(send(data, savedAs), t('save.failed'))) {
      setSavedId(saveId(data));
      toast.success(t('save.done'));
      // The session may have ended in the meantime.
    } else if (isVisitor()) await logIn();
  };
  const save = async (): Promise<void> => {
    if (!hasMoves(data)) return void toast.warning(refusalText('NO_MOVES'));
    setSaving(true);
    await (isVisitor() ? logIn() : keep());
    setSaving(false);
  };
  useSaveIntended(saveId(data), () => void save());
  return { save: () => void save(), isSaving, isSaved };
}

/** After the login, saves the game for which a visitor pressed save, and no other. */
function useSaveIntended(id: string, save: () => void): void {
  const intention = useIntention('save');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each intention
  useEffect(() => {
    if (intention?.of === id && session.store.getState().user) save();
  }, [intention]);
}

/** Returns the text of a refusal. */
export function refusalText(refusal: LocalRefusal): string {
  if (refusal === 'GAME_OVER' || refusal === 'NOTHING_TO_UNDO') return CLIENT_ERRORS[refusal].message;
  return t(`refused.${refusal}`);
}

interface SaveButtonProps extends Save {
  /** Full label, short label, or the icon alone. */
  look: 'long' | 'short' | 'icon';
}

/** Saves the game; disabled after that until the game changes. */
export function SaveButton({ save, isSaving, isSaved, look }: SaveButtonProps) {
  const name = t(isSaved ? 'save.saved' : 'save.save');
  if (look === 'icon') {
    const icon = isSaved ? 'check' : 'floppy-disk';
    return <IconButton icon={icon} label={name} disabled={isSaving || isSaved} onClick={save} />;
  }
  return (
    <Button
      small={look === 'long'}
      icon={isSaved ? 'check' : 'floppy-disk'}
      busy={isSaving}
      disabled={isSaved}
      aria-label={name}
      onClick={save}
    >
      {isSaved || look === 'long' ? name : t('save.short')}
    </Button>
  );
}
