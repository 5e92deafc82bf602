import type { RoomCommand } from '@doushouqi/room';
import type { CommandResult, RoomDoor } from '@doushouqi/room-core';
import type { RoomHub } from './room-hub.ts';

/** Executes a command; what came of it goes to this node's own sockets at once. Rejects while Redis is away. */
export type ExecuteCommand = (roomId: string, command: RoomCommand) => Promise<CommandResult>;

export function createExecuteCommand(door: RoomDoor, hub: Pick<RoomHub, 'committed'>): ExecuteCommand {
  return async (roomId, command) => {
    const result = await door.execute(roomId, command);
    hub.committed(roomId, result.events, result.room);
    return result;
  };
}
