export const personalPage = {
  title: '个人设置',
} as const;
