import { formatRecord, outcome, ruleSetOf } from '@doushouqi/rules';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { api } from '../../app/api.ts';
import { attempt } from '../../app/attempt.ts';
import { session } from '../../app/session.ts';
import type { LocalGame } from '../../game/local/local-game.ts';
import { hasMoves, type LocalFacts, saveId } from '../../game/local/local-game-state.ts';
import { toast } from '../../ui/toast-store.ts';
import { hasNetwork } from '../../ui/use-network.ts';
import { refusalText } from './refusal-text.ts';
import { useFacts } from './use-local-game.ts';

/** Where a login leads that was asked for by a save: the page then saves by itself. */
const SAVE = 'save';
const SAVE_PATH = `/play/local?${SAVE}`;

async function send(facts: LocalFacts): Promise<void> {
  const { winner, endReason } = outcome(facts.game);
  await api.saveLocalGame({
    body: {
      moves: formatRecord(facts.game),
      winner,
      endReason,
      aiType: null,
      aiLevel: null,
      id: saveId(facts),
      ruleSet: ruleSetOf(facts.game),
      moveTimes: [...facts.moveTimes],
      ...(facts.startTime !== null && { startTime: facts.startTime }),
    },
  });
}

export interface Save {
  save: () => void;
  isSaving: boolean;
  /** The game is kept as it stands. */
  isSaved: boolean;
}

/** Keeps the game among the person's records (spec §7). Whatever comes between, it stays on this device. */
export function useSave(game: LocalGame): Save {
  const { t } = useTranslation();
  const [isSaving, setSaving] = useState(false);
  const [savedAs, setSavedAs] = useState<string | null>(null);
  const isSaved = savedAs === saveId(useFacts(game));
  const isVisitor = (): boolean => session.store.getState().user === null;
  const logIn = async (): Promise<void> => {
    if (await hasNetwork()) session.requestLogin(SAVE_PATH);
    else toast.warning(t('local.save.offline'));
  };
  const keep = async (facts: LocalFacts): Promise<void> => {
    if (!navigator.onLine) return void toast.warning(t('local.save.offline'));
    if (await attempt(send(facts), t('local.save.failed'))) {
      setSavedAs(saveId(facts));
      toast.success(t('local.save.done'));
      // The session may have ended meanwhile.
    } else if (isVisitor()) await logIn();
  };
  const save = async (): Promise<void> => {
    const { facts } = game.store.getState();
    if (!hasMoves(facts)) return void toast.warning(refusalText(t, 'NO_MOVES'));
    setSaving(true);
    await (isVisitor() ? logIn() : keep(facts));
    setSaving(false);
  };
  useSaveAsked(() => void save());
  return { save: () => void save(), isSaving, isSaved };
}

/** Saves once where the address says so, and the address says it no more. */
function useSaveAsked(save: () => void): void {
  const [params, setParams] = useSearchParams();
  const isAsked = params.has(SAVE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once
  useEffect(() => {
    if (!isAsked) return;
    setParams({}, { replace: true });
    if (session.store.getState().user) save();
  }, [isAsked]);
}
