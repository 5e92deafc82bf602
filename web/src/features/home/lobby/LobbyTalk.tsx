import { Suspense } from 'react';
import PublicTalk from '../../../shared/talk/PublicTalk.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { LOBBY, markRead } from './use-lobby.ts';

const LobbyChallenges = lazyPart(() => import('./LobbyChallenges.tsx'));

/** The talk of the lobby below its open challenges. */
export default function LobbyTalk({ onShowMuted }: { onShowMuted: () => void }) {
  return (
    <PublicTalk source={LOBBY} onShowMuted={onShowMuted} onShown={markRead}>
      <Suspense>
        <LobbyChallenges />
      </Suspense>
    </PublicTalk>
  );
}
