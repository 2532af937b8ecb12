export const palette = {
  title: '搜索页面、渠道、用户……',
} as const;
