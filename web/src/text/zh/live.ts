export const live = {
  title: '实时',
} as const;
