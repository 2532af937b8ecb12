export const about = {
  title: '关于',
} as const;
