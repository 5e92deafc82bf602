import { useParams } from 'react-router-dom';
import { PageHeader } from '../../ui/PageHeader.tsx';

export default function RoomPage() {
  const { roomId } = useParams();
  return <PageHeader back="/play" backLabel="返回" title={roomId} />;
}
