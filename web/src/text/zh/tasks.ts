export const tasks = {
  title: '任务日志',
} as const;
