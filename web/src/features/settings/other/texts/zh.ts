export const other = {
  info: {
    version: '当前版本',
    started: '启动时间',
    check: '检查更新',
    noRepository: '请先在下方填写版本发布地址。',
    asks: '向 {{host}} 查询最新发布版本。',
    latest: '已是最新版本：{{tag}}',
    newer: '新版本：{{tag}}',
    noNotes: '这个版本没有发布说明。',
    details: '详情',
  },
} as const;
