import type { RoomCommand } from '@doushouqi/room';
import type { CommandResult } from '@doushouqi/room-core';
import type { RoomContext } from '../context.ts';
import { refusalOf } from '../policies/refusals.ts';

export type AcceptedCommand = Extract<CommandResult, { ok: true }>;

/** Executes a command; throws its refusal. Who may do what is decided by `packages/room`, for every door alike. */
export async function execute(
  { door, now }: Pick<RoomContext, 'door' | 'now'>,
  roomId: string,
  command: RoomCommand,
): Promise<AcceptedCommand> {
  const result = await door.execute(roomId, command);
  if (!result.ok) throw refusalOf(result, command, now());
  return result;
}
