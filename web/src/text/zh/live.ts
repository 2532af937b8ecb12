export const live = {
  title: '实时',
  paused: '已暂停',
  hint: '每 5 秒读取最新记录；向下滚动或翻页时暂停',
  pausedHint: '回到第一页顶部后继续',
} as const;
