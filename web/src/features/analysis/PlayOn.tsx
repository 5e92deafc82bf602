import { formatFen, newGame, ONLINE_RULE_SET, outcome, type Position, turn } from '@doushouqi/rules';
import { Suspense } from 'react';
import { ButtonLink } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { useNetwork } from '../../ui/use-browser.ts';
import panels from './Panels.module.css';
import { t } from './texts.ts';

const PlayFriend = lazyPart(() => import('./PlayFriend.tsx'));

/** Plays on from the shown position, against the computer or a friend. Renders nothing for a decided position. */
export function PlayOn({ position }: { position: Position }) {
  const online = useNetwork();
  if (outcome(newGame(ONLINE_RULE_SET, position)).winner !== null) return null;
  const fen = formatFen(position);
  return (
    <section className={panels.playOn} aria-label={t('position.playOn')}>
      <h3>{t('position.playOn')}</h3>
      <ButtonLink small icon="robot" to={`/play/ai?${new URLSearchParams({ start: fen })}`}>
        {t('position.withComputer')}
      </ButtonLink>
      {online && (
        <Suspense fallback={null}>
          <PlayFriend from={{ fen, turn: turn(position) }} />
        </Suspense>
      )}
    </section>
  );
}
