import { POLICIES } from '@doushouqi/protocol';
import type { OnlineGame } from './online/online-game.ts';
import { t } from './texts.ts';
import { useOnline } from './use-open-room.ts';

/** What a paired room is called, as `5+3 排位`: its number means nothing. Null in other rooms and while it loads. */
export function usePairName(game: OnlineGame): string | null {
  return useOnline(game, ({ local: { room } }) => {
    if (!room) return null;
    const { title, rated } = POLICIES[room.header.kind];
    return title === 'number'
      ? null
      : t(`pool.${rated ? 'rated' : 'paired'}`, { ...room.header.timeControl });
  });
}
