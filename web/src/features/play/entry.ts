import { roomId } from '@doushouqi/protocol';

/** Attributes of a field for a room number, without autocorrection. */
export const NUMBER_FIELD = {
  maxLength: 20,
  autoComplete: 'off',
  autoCapitalize: 'characters',
  spellCheck: false,
  enterKeyHint: 'go',
} as const;

/** Returns the error of a room number, or undefined if it is valid. */
export function roomNumberError(text: string): string | undefined {
  return roomId.safeParse(text).error?.issues[0]?.message;
}
