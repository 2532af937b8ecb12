export const rate = {
  title: '模型请求速率限制',
  lead: '按用户限制对模型接口的请求次数。',
  save: '保存模型速率限制',
  enabled: '启用用户模型请求速率限制（可能会影响高并发性能）',
  duration: '限制周期',
  durationHint: '在多少分钟内计数',
  count: '用户每周期最多请求次数',
  countHint: '包括失败请求的次数，0代表不限制（-1 同样表示不限制）',
  success: '用户每周期最多请求完成次数',
  successHint: '只包括请求成功的次数',
} as const;

export const models = {
  global: {
    title: '全局设置',
    lead: '适用于所有模型。',
    passThrough: '启用请求透传',
    passThroughHint:
      '开启后，所有请求将直接透传给上游，不会进行任何处理（重定向和渠道适配也将失效），请谨慎开启',
  },
  gemini: {
    title: 'Gemini设置',
    lead: '转发给 Gemini 的安全等级与接口版本。',
    safety: 'Gemini安全设置',
    safetyHint: 'default 为默认设置，可单独设置每个分类的安全等级',
    version: 'Gemini版本设置',
    versionHint: 'default 为默认设置，可单独设置每个模型的版本',
    thinking: '启用Gemini思考适配（-thinking、-nothinking 后缀）',
    thinkingHint: '由模型名称的后缀决定是否思考；Gemini 3 起后缀表示思考等级',
    budget: '思考适配 BudgetTokens 百分比',
    budgetHint: '-thinking 使用输出上限的多少用于思考，0.1-1之间的小数',
  },
  claude: {
    title: 'Claude设置',
    lead: '转发给 Claude 的请求头、长度、缓存标记与思考预算。',
    headers: 'Claude请求头覆盖',
    headersHint: '模型 → 请求头 → 值列表',
    maxTokens: '缺省 MaxTokens',
    maxTokensHint: '请求没有 max_tokens 时使用；default 适用于其余模型',
    cache: '为转换的会话启用提示缓存',
    cacheHint:
      '为含工具或历史回答的较长 OpenAI、Gemini 请求添加 cache_control；写入缓存的价格比普通输入高 25%，读取缓存为普通输入的 10%',
    thinking: '启用Claude思考适配（-thinking后缀）',
    thinkingHint: 'Claude思考适配 BudgetTokens = MaxTokens * BudgetTokens 百分比',
    budget: '思考适配 BudgetTokens 百分比',
    budgetHint: '0.1-1之间的小数',
  },
} as const;
