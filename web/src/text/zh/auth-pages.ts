export const authPages = {
  title: '注册',
} as const;
