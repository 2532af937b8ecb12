export const about = {
  title: '关于',
  content: '关于本站',
  failed: '关于内容加载失败，请刷新页面重试',
  empty: '管理员可在“系统设置 → 其他设置”中填写，支持 HTML 与 Markdown',
  toSettings: '去设置',
  product: '{{name}} 是一个 AI 模型网关与管理控制台。',
  version: '版本',
  api: '接口文档',
} as const;
