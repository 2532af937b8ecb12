/**
 * Other words for actions and pages, and their names in both languages: people type those of their tools. Here and not among the
 * texts, of which only one language is loaded.
 */
export const WORDS: Readonly<Record<string, string>> = {
  // Actions, by id.
  open: 'open edit show 打开 编辑 查看 修改',
  page: 'page health results details 详情 健康 页面',
  disable: 'disable ban block stop off suspend lock 停用 禁用 封禁 关闭 停止',
  enable: 'enable unban unblock start on resume activate 启用 解封 恢复 开启',
  test: 'test check ping try 测试 检测 检查',
  drain: 'drain pause cool down 30 排空 暂停 摘流',
  endDrain: 'end drain resume 结束排空 恢复',
  errors: 'errors failures failed last hour log 错误 失败 报错 日志',
  log: 'log usage requests history calls 日志 用量 请求 记录',
  priority: 'priority rank order weight 优先级 排序',
  price: 'price raise lower cost ratio rate change 价格 涨价 调价 改价 倍率 定价',
  channels: 'channels providers 渠道 上游',
  quota: 'quota add balance credit top up money recharge 额度 充值 加钱 余额',
  tokens: 'tokens keys 令牌 密钥',
  samples: 'samples code curl python 示例 代码',
  refund: 'refund give back return money request 退款 退回 退还 请求',
  // Kinds of records, which verbs name.
  channel: 'channel provider 渠道',
  user: 'user account member 用户 账号 账户',
  token: 'token key 令牌 密钥',
  model: 'model 模型',
  code: 'redemption code 兑换码',
  request: 'request 请求',
  // Commands.
  'new-token': 'add new create token key 添加 新建 创建 令牌 密钥',
  'new-channel': 'add new create channel provider 添加 新建 创建 渠道',
  'new-user': 'add new create user account member 添加 新建 创建 用户 账号',
  'new-redemption': 'add new create redemption codes 添加 新建 创建 兑换码',
  'test-all': 'test all channels check 测试 全部 所有 渠道 检测',
  invite: 'invite invitation link referral affiliate register 邀请 链接 推广 注册',
  theme: 'theme dark light mode 主题 深色 浅色 夜间',
  language: 'language 语言',
  shortcuts: 'keyboard shortcuts hotkeys 快捷键 键盘',
  // Pages, by path.
  '/': 'home 首页',
  '/pricing': 'pricing prices models cost 价格 定价 模型',
  '/about': 'about 关于',
  '/status': 'status uptime 状态',
  '/playground': 'playground try chat images 操练场 试用 体验',
  '/chat/:id?': 'chat 聊天 对话',
  '/overview': 'overview home start 概览 总览',
  '/costs': 'costs spend money usage 费用 成本 花费',
  '/detail': 'dashboard statistics charts 数据看板 统计 图表',
  '/token': 'api tokens keys 令牌 密钥',
  '/log': 'usage log history requests 日志 使用记录 用量',
  '/midjourney': 'drawing log images midjourney 绘图 日志 图片',
  '/task': 'task log songs videos 任务 日志',
  '/channel': 'channels providers upstream 渠道 上游',
  '/redemption': 'redemption codes vouchers 兑换码',
  '/user': 'users accounts members 用户 账号',
  '/alerts': 'alerts warnings notifications 告警 报警 通知',
  '/import': 'import migrate new-api one-api database 导入 迁移 数据库',
  '/audit': 'audit log who changed history sign-in 审计 日志 谁 修改 登录记录',
  '/user-tokens': 'user tokens keys leaked 用户 令牌 密钥 泄露',
  '/prices': 'prices ratios cost models 价格 倍率 模型 定价',
  '/setting': 'settings options configuration preferences 设置 选项 配置',
  '/topup': 'wallet top up balance recharge 钱包 充值 余额',
  '/personal': 'personal settings profile password account 个人 设置 密码 账号',
};

/** The words of several ids. */
export function wordsFor(...ids: readonly string[]): string {
  return ids.map((id) => WORDS[id] ?? '').join(' ');
}
