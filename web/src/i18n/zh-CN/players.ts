export const players = {
  week: '近七日',
  seasons: { older: '以往 {{count}} 季', results: '{{wins}} 胜 {{losses}} 负' },
} as const;
