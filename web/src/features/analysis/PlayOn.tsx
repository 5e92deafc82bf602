import { formatFen, newGame, ONLINE_RULE_SET, outcome, type Position, turn } from '@doushouqi/rules';
import { Suspense, useState } from 'react';
import { useJoin } from '../../shared/rooms/use-join.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import panels from './Panels.module.css';
import { t } from './texts.ts';

const NewRoomDialog = lazyPart(() => import('../../shared/rooms/NewRoomDialog.tsx'));

/** Plays on from the shown position, against the computer or a friend. Renders nothing for a decided position. */
export function PlayOn({ position }: { position: Position }) {
  const { busy, create } = useJoin();
  const [isOpen, setOpen] = useState(false);
  if (outcome(newGame(ONLINE_RULE_SET, position)).winner !== null) return null;
  const fen = formatFen(position);
  return (
    <section className={panels.playOn} aria-label={t('position.playOn')}>
      <h3>{t('position.playOn')}</h3>
      <ButtonLink small icon="robot" to={`/play/ai?${new URLSearchParams({ start: fen })}`}>
        {t('position.withComputer')}
      </ButtonLink>
      <Button small icon="users-three" busy={busy !== undefined} onClick={() => setOpen(true)}>
        {t('position.withFriend')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <NewRoomDialog
            onClose={() => setOpen(false)}
            onCreate={create}
            from={{ fen, turn: turn(position) }}
          />
        </Suspense>
      )}
    </section>
  );
}
