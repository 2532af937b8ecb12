export const system = {
  siteAddress: '网站地址',
  homepageUrl: '主页链接',
  callbackUrl: '回调地址',
  oidc: {
    check: '检查 OIDC 配置',
    checked: '获取 OIDC 配置成功！',
    checkFailed: '获取 OIDC 配置失败，请检查网络状况和 Well-Known URL 是否正确',
  },
  egress: {
    title: '出站访问',
    lead: '由部署环境决定，不能在此修改。',
    text: '渠道与登录服务能否指向内网和本机地址，由环境变量 <variable>EGRESS_ALLOW_PRIVATE</variable> 决定。用户填写的通知地址始终只能是公网地址。',
  },
} as const;
