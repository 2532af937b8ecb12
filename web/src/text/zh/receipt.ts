export const receipt = {
  title: '扣费凭据',
} as const;
