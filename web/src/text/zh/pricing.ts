export const pricing = {
  title: '定价',
} as const;
