import { useParams } from 'react-router-dom';
import { CreatePage } from './CreatePage.tsx';
import { EditPage } from './EditPage.tsx';

/** Where a member creates a tournament, or changes one; one page, so that the first load of others names its files once. */
export default function FormPage() {
  const { tournamentId } = useParams();
  return tournamentId === undefined ? <CreatePage /> : <EditPage key={tournamentId} id={tournamentId} />;
}
