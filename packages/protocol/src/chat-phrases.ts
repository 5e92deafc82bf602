/** Lines of the chat that a guest may send; members may write others. */
export const CHAT_PHRASES = {
  hello: '请多指教',
  yield: '承让承让',
  nice: '好棋！',
  moment: '稍等片刻',
  again: '再来一局？',
  thanks: '多谢指教',
} as const;

/** Returns whether a guest may send this line. */
export function isChatPhrase(content: string): boolean {
  return Object.values<string>(CHAT_PHRASES).includes(content);
}
