export const friends = {} as const;
