import type { OwnLetter } from '../src/client/sanctions.ts';

/** Time of the letters: 22 November 2026, 20:50 on this device. */
export const LETTER_NOW = new Date(2026, 10, 22, 20, 50).getTime();

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** A mute of one day since 19:30, for two lines in a game. */
export function letterOf(changes: Partial<OwnLetter> = {}, now = LETTER_NOW): OwnLetter {
  const from = now - 80 * MINUTE;
  const said = { roomId: '8K2F7Q', gameId: 'g1' };
  return {
    id: 'f'.repeat(24),
    kind: 'mute',
    text: '你在对局里辱骂对手。聊天停用 1 天。',
    quotes: [
      { ...said, content: '回家喂猪去吧', at: now - 103 * MINUTE, ply: 22 },
      { ...said, content: '认输吧', at: now - 102 * MINUTE, ply: 26 },
    ],
    from,
    until: from + DAY,
    isActive: true,
    appealUntil: from + 7 * DAY,
    appeal: null,
    isSeen: false,
    ...changes,
  };
}
