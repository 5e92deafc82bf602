import { Suspense, useState } from 'react';
import { useJoin } from '../../shared/rooms/use-join.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { t } from './texts.ts';

const NewRoomDialog = lazyPart(() => import('../../shared/rooms/NewRoomDialog.tsx'));

/** Opens a room that starts from a position. */
export default function PlayFriend({ from }: { from: { fen: string; turn: 'red' | 'blue' } }) {
  const { busy, create } = useJoin();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button small icon="users-three" busy={busy !== undefined} onClick={() => setOpen(true)}>
        {t('position.withFriend')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <NewRoomDialog onClose={() => setOpen(false)} onCreate={create} from={from} />
        </Suspense>
      )}
    </>
  );
}
