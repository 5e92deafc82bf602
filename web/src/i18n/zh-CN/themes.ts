export const themes = {} as const;
