export const chat = {
  title: '聊天',
  lead: '选择一个聊天应用，用您的令牌直接开始。',
  none: '还没有聊天应用',
  noneHint: '请联系管理员配置聊天链接',
  keyNotShown: '您的令牌的密钥不再显示：请在聊天应用中填写您保存的密钥',
  noToken: '没有已启用的令牌，请先创建或启用一个令牌',
  unreadable: '聊天数据解析失败',
  badLink: '聊天链接配置错误，请联系管理员',
  jumping: '正在跳转…',
  loading: '正在加载，请稍候…',
  openApp: '打开 {{name}}',
  openAppHint: '这是本机应用的链接，无法嵌入页面。',
  askHost: '把您的密钥交给 {{host}}？',
  askHostHint:
    '聊天应用“{{name}}”位于 {{host}}。打开后对方会得到您的令牌的密钥，并可用它消耗您的额度。每个地址只询问一次。',
  agreeHost: '信任 {{host}}',
  newTab: '在新标签页打开',
} as const;
