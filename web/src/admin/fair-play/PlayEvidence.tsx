import { type FairPlay, type PersonRecord, useFairPlay } from '../core/queries.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { PersonGames } from '../people/PersonGames.tsx';
import { CheckedGames } from './CheckedGames.tsx';
import { Why } from './Why.tsx';

/** Why a person is flagged, and the person's games: those of the check, or else the last ones. */
export function PlayEvidence({ record }: { record: PersonRecord }) {
  const query = useFairPlay(record.person._id);
  const games = <PersonGames games={record.games} />;
  return (
    <>
      <Loaded query={query}>{(found) => <Found record={record} found={found} />}</Loaded>
      {query.data?.figures ? null : games}
    </>
  );
}

function Found({ record: { person }, found }: { record: PersonRecord; found: FairPlay }) {
  return (
    <>
      <Why userId={person._id} found={found} />
      {found.figures && <CheckedGames games={found.figures.games} opponents={found.opponents} />}
    </>
  );
}
