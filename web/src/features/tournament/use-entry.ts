import { ApiError, type OwnEntry, type TournamentDetails } from '@doushouqi/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFragment } from '../../client/address.ts';
import { api } from '../../client/api.ts';
import { useIntention } from '../../client/intention.ts';
import { session, useIsMember } from '../../client/session.ts';
import { attemptRated } from '../../shared/pairing/attempt-rated.ts';
import { sound } from '../../shared/table/settings.ts';
import { tournamentKey } from '../../shared/tournament/queries.ts';
import { invitation, passwordIn } from './invitation.ts';
import { t } from './texts.ts';
import { mergeTournament } from './use-tournament.ts';

export type EntryAction = 'join' | 'pause' | 'leave' | 'checkIn';

interface Command {
  action: EntryAction;
  id: string;
  /** Of a private tournament that is entered. */
  password?: string | undefined;
}

function send({ action, id, password }: Command): Promise<{ own: OwnEntry }> {
  const request = { params: { id } };
  switch (action) {
    case 'join':
      return api.joinTournament({ ...request, body: { password } });
    case 'pause':
      return api.pauseTournament(request);
    case 'leave':
      return api.leaveTournament(request);
    case 'checkIn':
      return api.checkIn(request);
  }
}

/** The commands are idempotent, so one without a reply is repeated once. */
async function sendTwice(command: Command): Promise<OwnEntry> {
  try {
    return (await send(command)).own;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0 || !navigator.onLine) throw error;
    return (await send(command)).own;
  }
}

/** Opens login or registration, after which the tournament is entered. */
function requestEntry(id: string, password?: string): void {
  session.requestLogin(invitation(id, password), { why: 'enter', intention: { action: 'enter', of: id } });
}

/** Returns commands for the viewer's entry; `busy` names the one in progress. `invited`: the password of an invitation. */
export function useEntryCommands(id: string, invited?: string) {
  const queries = useQueryClient();
  const isMember = useIsMember();
  const [busy, setBusy] = useState<EntryAction | null>(null);
  const [hasCheckedIn, setCheckedIn] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const run = async (action: EntryAction, password = invited): Promise<void> => {
    if (!isMember) return requestEntry(id, password);
    const userId = session.store.getState().user?._id ?? null;
    setBusy(action);
    const work = sendTwice({ action, id, password }).then((own) => {
      setRefused(null);
      const known = queries.getQueryData<TournamentDetails>(tournamentKey(id, userId));
      // No update says who is present.
      const isNew = own.isCheckedIn && known?.own?.isCheckedIn === false;
      const present = isNew ? { checkedIn: known.checkedIn + 1 } : {};
      mergeTournament(queries, id, userId, { own, mine: own.status, ...present });
    });
    const asked = work.catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'WRONG_TOURNAMENT_PASSWORD') throw error;
      setRefused(password ?? '');
    });
    const isDone = await attemptRated(asked, t('entry.failed'));
    setBusy(null);
    if (isDone && action === 'checkIn') {
      setCheckedIn(true);
      sound('move');
    }
    // A refused or unanswered command: the server's state is shown. Players of a private tournament see its password.
    if (!isDone || (action === 'join' && password))
      void queries.invalidateQueries({ queryKey: tournamentKey(id, userId) });
    void queries.invalidateQueries({ queryKey: ['standings', id] });
    void queries.invalidateQueries({ queryKey: ['tournaments'] });
  };
  return {
    busy,
    /** The player has checked in by this command, and not on an earlier visit. */
    hasCheckedIn,
    /** The refused password of a private tournament, empty if none was sent; another one is asked for. Else null. */
    refused,
    endQuestion: () => setRefused(null),
    /** A visitor or guest logs in or registers first, and then joins. */
    join: () => void run('join'),
    joinWith: (password: string) => void run('join', password),
    pause: () => void run('pause'),
    leave: () => void run('leave'),
    checkIn: () => void run('checkIn'),
  };
}
export type Entry = ReturnType<typeof useEntryCommands>;

/** Returns the commands; joins if a login or registration for it led to this page. */
export function useEntry(id: string): Entry {
  const entry = useEntryCommands(id, passwordIn(useFragment()));
  const isMember = useIsMember();
  const intention = useIntention('enter');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each intention
  useEffect(() => {
    if (intention?.of === id && isMember) entry.join();
  }, [intention]);
  return entry;
}
