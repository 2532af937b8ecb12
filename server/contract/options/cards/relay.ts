import { declareCard } from '../declaration.js';

/** Upstream error texts that disable a channel, one per line. */
const DISABLING_PHRASES = [
  'Your credit balance is too low',
  'This organization has been disabled.',
  'You exceeded your current quota',
  'Permission denied',
  'The security token included in the request is invalid',
  'Operation not allowed',
  'Your account is not authorized',
].join('\n');

export const relayCard = declareCard({
  id: 'relay',
  tab: 'operation',
  title: { zh: '转发设置', en: 'Forwarding' },
  synonyms: 'timeout retry proxy failover stream 超时 重试 转发',
  lead: {
    zh: '等待上游多久、哪些失败换渠道重试，以及流式响应附带什么。',
    en: 'Timeouts, retries on other channels, and contents of streams.',
  },
  save: { zh: '保存转发设置', en: 'Save forwarding settings' },
  options: {
    FirstTokenTimeout: {
      kind: 'number',
      default: 12,
      above: 0,
      unit: 'seconds',
      label: { zh: '首字超时', en: 'First token timeout' },
      hint: {
        zh: '还有其他渠道可用时，等待流式响应首个字的时间。',
        en: 'Time to the first content of a stream while another channel is available.',
      },
    },
    FirstByteTimeout: {
      kind: 'number',
      default: 60,
      above: 0,
      unit: 'seconds',
      label: { zh: '首字节超时', en: 'First byte timeout' },
      hint: {
        zh: '还有其他渠道可用时，等待非流式响应首个字节的时间。',
        en: 'Time to the first byte of a non-streaming response while another channel is available.',
      },
    },
    /** By model name: the model to use when a conversation is too long for that model. */
    LargerContextModels: {
      kind: 'json',
      shape: 'texts',
      default: {},
      label: { zh: '长对话备用模型', en: 'Larger context models' },
      hint: {
        zh: 'JSON：对话超出某个模型的上下文时改用的更大模型，按后者计费。',
        en: 'JSON: model → larger model that serves, and is charged for, conversations that exceed the context of the first.',
      },
      template: { 'gpt-4': 'gpt-4-turbo' },
    },
    /** Statuses of upstream responses, after the channel's own mapping. */
    AutomaticRetryStatusCodes: {
      kind: 'statuses',
      default: '100-199,300-399,401-407,409-503,505-523,525-599',
      placeholder: '429, 500-503',
      label: { zh: '重试状态码', en: 'Status codes to retry' },
      hint: {
        zh: '上游返回这些状态码时换一个渠道重试。用逗号分隔，可写区间。请求本身的错误（例如提示词被拒绝）只在状态码单独列出时重试。',
        en: 'Upstream status codes after which another channel is tried. Codes and ranges, separated by commas. Errors of the request itself, such as a refused prompt, are retried only at codes that are listed singly.',
      },
    },
    /** Streams end with a usage frame even if the client did not request one. */
    AlwaysIncludeStreamUsage: {
      kind: 'boolean',
      default: false,
      label: { zh: '流式响应总是附带用量', en: 'Always include usage in streams' },
      hint: {
        zh: '即使客户端没有要求，也在流的末尾返回 usage。',
        en: 'Streams end with usage even if the client did not request it.',
      },
    },
    /** What a request cost, in its response: headers, and `usage.cost` for clients that ask for it. */
    AnswerCostEnabled: {
      kind: 'boolean',
      default: true,
      label: { zh: '在响应中返回费用', en: 'State the cost in responses' },
      hint: {
        zh: '非流式响应带有响应头 x-tollgate-cost（美元）和 x-tollgate-channel-type（渠道类型）；请求带有 "usage": {"include": true} 时，响应的 usage 中带有 cost。',
        en: 'Responses that are not streamed have the headers x-tollgate-cost (US dollars) and x-tollgate-channel-type; with "usage": {"include": true} in a request, the usage of its response has the member cost.',
      },
    },
    /** Translated responses of the Responses protocol are stored for a day, for requests that continue from them. */
    StoreTranslatedResponses: {
      kind: 'boolean',
      default: true,
      label: { zh: '保存转换后的 Responses 回答', en: 'Store translated responses' },
      hint: {
        zh: '渠道不支持 Responses 接口时，将转换后的回答加密保存一天，使后续请求可以引用（previous_response_id、item_reference）。请求带有 "store": false 时不保存。',
        en: 'Responses API answers from channels without that API are stored for one day, encrypted, so that later requests can reference them (previous_response_id, item_reference). Not with "store": false.',
      },
    },
    'general_setting.ping_interval_enabled': {
      kind: 'boolean',
      default: false,
      label: { zh: '流式保活（Ping）', en: 'Ping idle streams' },
      hint: {
        zh: '回答开始之后，如果一段时间没有内容，就发送不影响内容的 Ping，避免中间的代理断开连接。',
        en: 'Sends pings after the first content, so that proxies do not close idle connections.',
      },
    },
    'general_setting.ping_interval_seconds': {
      kind: 'integer',
      default: 60,
      min: 1,
      max: 3600,
      unit: 'seconds',
      label: { zh: 'Ping 间隔', en: 'Ping interval' },
    },
    'general_setting.ping_before_content_seconds': {
      kind: 'integer',
      default: 0,
      min: 0,
      max: 3600,
      unit: 'seconds',
      label: { zh: '首个内容之前的 Ping', en: 'Ping before the first content' },
      hint: {
        zh: '流式请求等待这么久仍没有内容时，先发送状态码 200 和 Ping，避免客户端或代理断开连接。其他渠道仍可重试；如果全部失败，错误以流事件返回，而不是 HTTP 状态码。0 表示关闭。',
        en: 'A stream without content for this long gets status 200 and pings, so that clients and proxies keep waiting. Other channels can still be tried; if all fail, the error is an event of the stream instead of an HTTP status. 0 = off.',
      },
    },
  },
});

export const monitoringCard = declareCard({
  id: 'monitoring',
  tab: 'operation',
  title: { zh: '监控设置', en: 'Monitoring' },
  synonyms: 'health disable test probe keywords 健康 测试 禁用 关键词',
  lead: {
    zh: '何时自动禁用或启用渠道，何时提醒用户额度不足。',
    en: 'Automatic disabling and enabling of channels, and low quota warnings.',
  },
  save: { zh: '保存监控设置', en: 'Save monitoring settings' },
  options: {
    ChannelDisableThreshold: {
      kind: 'number',
      default: 5,
      min: 0,
      unit: 'seconds',
      label: { zh: '测试所有渠道的最长响应时间', en: 'Maximum response time in tests of all channels' },
      hint: {
        zh: '测试所有渠道时，响应超过此时间的渠道会被自动禁用；0 表示不限制',
        en: 'Slower channels are disabled by the test. 0 = no limit.',
      },
    },
    QuotaRemindThreshold: {
      kind: 'integer',
      default: 1000,
      min: 0,
      unit: 'quota',
      label: { zh: '额度提醒阈值', en: 'Low quota threshold' },
      hint: { zh: '低于此额度时将提醒用户', en: 'Users are notified below this quota.' },
    },
    AutomaticDisableChannelEnabled: {
      kind: 'boolean',
      default: false,
      label: { zh: '失败时自动禁用渠道', en: 'Disable channels on failure' },
    },
    AutomaticEnableChannelEnabled: {
      kind: 'boolean',
      default: false,
      label: { zh: '成功时自动启用渠道', en: 'Enable channels on success' },
    },
    /** Statuses of upstream responses, after the channel's own mapping. */
    AutomaticDisableStatusCodes: {
      kind: 'statuses',
      default: '401',
      placeholder: '401, 403',
      label: { zh: '自动禁用状态码', en: 'Status codes that disable channels' },
      hint: {
        zh: '开启自动禁用后，上游返回这些状态码的渠道会被禁用。用逗号分隔，可写区间。',
        en: 'Upstream status codes that disable a channel if disabling on failure is on. Codes and ranges, separated by commas.',
      },
    },
    AutomaticDisableKeywords: {
      kind: 'text',
      default: DISABLING_PHRASES,
      editor: 'lines',
      label: { zh: '自动禁用关键词', en: 'Keywords that disable channels' },
      hint: {
        zh: '一行一个，不区分大小写；当上游渠道返回的错误中包含这些关键词时，自动禁用渠道',
        en: 'One per line, case-insensitive. A channel is disabled if an upstream error contains one of them.',
      },
    },
  },
});

export const sensitiveCard = declareCard({
  id: 'sensitive',
  tab: 'operation',
  title: { zh: '屏蔽词过滤设置', en: 'Blocked words' },
  synonyms: 'moderation filter blocklist safety 审核 过滤 敏感词',
  lead: {
    zh: '含有屏蔽词的请求会被拒绝，不会转发给上游。',
    en: 'Requests that contain a blocked word are rejected and not forwarded.',
  },
  save: { zh: '保存屏蔽词过滤设置', en: 'Save blocked words' },
  options: {
    CheckSensitiveEnabled: {
      kind: 'boolean',
      default: true,
      label: { zh: '启用屏蔽词过滤功能', en: 'Enable the word filter' },
    },
    CheckSensitiveOnPromptEnabled: {
      kind: 'boolean',
      default: true,
      label: { zh: '检查提示词', en: 'Check prompts' },
    },
    SensitiveWords: {
      kind: 'text',
      default: 'test_sensitive',
      editor: 'lines',
      label: { zh: '屏蔽词列表', en: 'Blocked words' },
      hint: { zh: '每行一个屏蔽词', en: 'One per line.' },
    },
  },
});
