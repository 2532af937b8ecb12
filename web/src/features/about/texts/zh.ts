export const about = {
  title: '关于',
  content: '关于本站',
  failed: '加载关于内容失败...',
  empty: '可在设置页面设置关于内容，支持 HTML & Markdown',
  toSettings: '去设置',
  product: '{{name}} 是一个 AI 模型网关与管理控制台。',
  version: '版本',
  api: '接口文档',
} as const;
