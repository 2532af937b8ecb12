export const redemption = {
  title: '管理兑换码',
} as const;
