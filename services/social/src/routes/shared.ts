export const DONE = { success: true } as const;
