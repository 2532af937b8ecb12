export const drawings = {
  title: '绘图日志',
} as const;
