export const system = {
  siteAddress: '网站地址',
  homepageUrl: '主页链接',
  callbackUrl: '回调地址',
  oidc: {
    check: '检查 OIDC 配置',
    checked: '获取 OIDC 配置成功！',
    checkFailed: '获取 OIDC 配置失败，请检查网络状况和 Well-Known URL 是否正确',
  },
  usageEvents: {
    off: '未启用',
    well: '已送达',
    late: '有延迟',
    delivered: '已送达 {{events}} 个事件',
    last: '最近一次：{{time}}',
    behind: '落后 {{seconds}} 秒',
    failed: '连续失败 {{failures}} 次，最近：{{error}}。下次发送：{{time}}。',
    refused: '接收方拒绝了 {{events}} 个事件：',
    sending: '即将重发',
    retry: '重新发送',
    retried: '将在数秒内重新发送',
  },
  egress: {
    title: '出站访问',
    lead: '由部署环境决定，不能在此修改。',
    text: '渠道与登录服务能否指向内网和本机地址，由环境变量 <variable>EGRESS_ALLOW_PRIVATE</variable> 决定。用户填写的通知地址始终只能是公网地址。',
  },
} as const;
