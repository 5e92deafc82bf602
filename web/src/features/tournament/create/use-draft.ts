import { useState } from 'react';
import { KEYS, tabStorage } from '../../../client/storage.ts';
import { type Draft, type DraftOwner, formatDraft, readDraft } from './draft.ts';

export function forgetDraft(): void {
  tabStorage.removeItem(KEYS.newTournament);
}

/** Returns a draft that a reload of this window does not lose, until `forgetDraft`. */
export function useDraft(first: Draft, owner: DraftOwner) {
  const [draft, setDraft] = useState(
    () => readDraft(tabStorage.getItem(KEYS.newTournament), first, owner) ?? first,
  );
  return {
    draft,
    change(part: Partial<Draft>): void {
      const next = { ...draft, ...part };
      setDraft(next);
      tabStorage.setItem(KEYS.newTournament, formatDraft(next, owner));
    },
  };
}
