export const chat = {
  title: '聊天',
} as const;
