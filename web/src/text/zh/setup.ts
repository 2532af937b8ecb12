export const setup = {
  title: '系统初始化',
} as const;
