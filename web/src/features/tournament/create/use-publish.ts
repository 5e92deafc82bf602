import { ApiError, type NewTournament, type TournamentDetails } from '@doushouqi/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../../client/api.ts';
import { tournamentKey } from '../../../shared/tournament/queries.ts';
import { toast } from '../../../ui/toast-store.ts';
import { useUserId } from '../use-tournament.ts';
import type { DraftField, Faults } from './draft.ts';
import { t } from './texts.ts';

/** Statuses whose message is written for users. */
const SPOKEN: readonly number[] = [400, 409, 429, 503];
/** The field that a refusal is about. */
const FIELDS: Partial<Record<string, DraftField>> = {
  IMPROPER_TEXT: 'name',
  TOURNAMENT_TIME: 'start',
};

/** A wish that the server refused: the fault holds until the field changes. */
interface Refusal {
  field: DraftField;
  message: string;
  value: string;
}

/** Name and description are refused together. */
function refusedPart(field: DraftField, { name: title, startsAt, description = '' }: NewTournament): string {
  return field === 'start' ? String(startsAt) : `${title} ${description}`;
}

/** Returns the faults with the one that the server found, while the field is the refused one. Pure. */
function withRefusal(faults: Faults, refusal: Refusal | null, wish: NewTournament): Faults {
  if (refusal === null || refusedPart(refusal.field, wish) !== refusal.value) return faults;
  return { ...faults, [refusal.field]: faults[refusal.field] ?? refusal.message };
}

/**
 * Returns `publish`, which creates the tournament or, with an id, changes it. The server takes a repeated wish for the same
 * tournament, so a press after a lost reply creates no second one.
 */
export function usePublish(id: string | null, onDone: (tournament: TournamentDetails) => void) {
  const queries = useQueryClient();
  const userId = useUserId();
  const isSending = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const refuse = (error: unknown, wish: NewTournament): void => {
    const { code, status, message } =
      error instanceof ApiError ? error : { code: '', status: 500, message: '' };
    const field = FIELDS[code];
    if (field) setRefusal({ field, message, value: refusedPart(field, wish) });
    if (status === 0) toast.warning(t('lost'));
    else if (SPOKEN.includes(status)) toast.warning(message);
    else toast.error(t(id === null ? 'failed' : 'notSaved'));
    // The conditions changed meanwhile, as another open tournament.
    void queries.invalidateQueries({ queryKey: ['tournaments'] });
  };
  const publish = async (wish: NewTournament): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    try {
      const call =
        id === null
          ? api.createTournament({ body: wish })
          : api.changeTournament({ params: { id }, body: wish });
      const { tournament } = await call;
      queries.setQueryData(tournamentKey(tournament.id, userId), tournament);
      void queries.invalidateQueries({ queryKey: ['tournaments'] });
      onDone(tournament);
    } catch (error) {
      refuse(error, wish);
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return {
    isBusy,
    publish,
    faultsOf: (faults: Faults, wish: NewTournament) => withRefusal(faults, refusal, wish),
  };
}
