/** Goes with the way to a room that may not be there yet and is to be made then: an invitation names such rooms. */
export const CREATING = { createRoom: true } as const;

/** Whether whoever led here meant the room to be made; `state` as the router kept it. */
export function mayCreate(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'createRoom' in state && state.createRoom === true;
}
