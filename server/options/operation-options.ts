import type { OptionDefinition } from './definition.js';

/** Chat programs offered with a token: name and address, `{key}` and `{address}` filled in by the console. */
const DEFAULT_CHATS = JSON.stringify([
  { 'ChatGPT Next Web 官方示例': 'https://app.nextchat.dev/#/?settings={"key":"{key}","url":"{address}"}' },
  {
    'Lobe Chat 官方示例':
      'https://chat-preview.lobehub.com/?settings={"keyVaults":{"openai":{"apiKey":"{key}","baseURL":"{address}/v1"}}}',
  },
  {
    'AI as Workspace':
      'https://aiaw.app/set-provider?provider={"type":"openai","settings":{"apiKey":"{key}","baseURL":"{address}/v1","compatibility":"strict"}}',
  },
  { 'AMA 问天': 'ama://set-api-key?server={address}&key={key}' },
  { OpenCat: 'opencat://team/join?domain={address}&token={key}' },
]);

/** Upstream error texts after which a channel is switched off, one a line. */
const DISABLING_PHRASES = [
  'Your credit balance is too low',
  'This organization has been disabled.',
  'You exceeded your current quota',
  'Permission denied',
  'The security token included in the request is invalid',
  'Operation not allowed',
  'Your account is not authorized',
].join('\n');

/** What the gateway does and shows: quotas, prices, filters, monitoring. Tables with an empty fallback get theirs from billing. */
export const operationOptions = {
  /** Where codes are sold. */
  TopUpLink: { kind: 'text', fallback: '', root: true },
  'general_setting.docs_link': { kind: 'text', fallback: '' },
  QuotaPerUnit: { kind: 'number', fallback: '500000', above: 0 },
  RetryTimes: { kind: 'whole', fallback: '0', min: 0 },
  /** Of upstream answers, after the channel's own mapping: which are asked again elsewhere… */
  AutomaticRetryStatusCodes: {
    kind: 'statuses',
    fallback: '100-199,300-399,401-407,409-503,505-523,525-599',
  },
  /** …and which take a channel out of service, where that is on. */
  AutomaticDisableStatusCodes: { kind: 'statuses', fallback: '401' },
  /** Streams end with their usage also for clients that did not ask for it. */
  AlwaysIncludeStreamUsage: { kind: 'boolean', fallback: 'false' },
  /** Translated answers of Responses are stored for a day, for requests that continue from them. */
  StoreTranslatedResponses: { kind: 'boolean', fallback: 'true' },
  /** Streams in which nothing is said get pings… */
  'general_setting.ping_interval_enabled': { kind: 'boolean', fallback: 'false' },
  /** …after so many seconds. */
  'general_setting.ping_interval_seconds': { kind: 'whole', fallback: '60', min: 1, max: 3600 },
  /** Seconds to the first word of a stream while another channel could be asked. */
  FirstTokenTimeout: { kind: 'number', fallback: '12', above: 0 },
  /** Seconds to the first byte of an answer that does not stream while another channel could be asked. */
  FirstByteTimeout: { kind: 'number', fallback: '60', above: 0 },
  /** Models that are asked when a conversation is too long for another, by that one's name. */
  LargerContextModels: { kind: 'json', fallback: '{}', shape: 'texts' },
  DisplayInCurrencyEnabled: { kind: 'boolean', fallback: 'true' },
  DisplayTokenStatEnabled: { kind: 'boolean', fallback: 'true' },
  DefaultCollapseSidebar: { kind: 'boolean', fallback: 'false' },
  DemoSiteEnabled: { kind: 'boolean', fallback: 'false' },
  SelfUseModeEnabled: { kind: 'boolean', fallback: 'false' },
  DrawingEnabled: { kind: 'boolean', fallback: 'true' },
  TaskEnabled: { kind: 'boolean', fallback: 'true' },
  MjNotifyEnabled: { kind: 'boolean', fallback: 'false' },
  MjAccountFilterEnabled: { kind: 'boolean', fallback: 'false' },
  MjForwardUrlEnabled: { kind: 'boolean', fallback: 'true' },
  MjModeClearEnabled: { kind: 'boolean', fallback: 'false' },
  MjActionCheckSuccessEnabled: { kind: 'boolean', fallback: 'true' },
  CheckSensitiveEnabled: { kind: 'boolean', fallback: 'true' },
  CheckSensitiveOnPromptEnabled: { kind: 'boolean', fallback: 'true' },
  SensitiveWords: { kind: 'text', fallback: 'test_sensitive' },
  LogConsumeEnabled: { kind: 'boolean', fallback: 'true' },
  DataExportEnabled: { kind: 'boolean', fallback: 'true' },
  DataExportInterval: { kind: 'whole', fallback: '5', min: 1 },
  DataExportDefaultTime: { kind: 'choice', fallback: 'hour', choices: ['hour', 'day', 'week'] },
  ChannelDisableThreshold: { kind: 'number', fallback: '5', min: 0 },
  QuotaRemindThreshold: { kind: 'whole', fallback: '1000', min: 0 },
  AutomaticDisableChannelEnabled: { kind: 'boolean', fallback: 'false' },
  AutomaticEnableChannelEnabled: { kind: 'boolean', fallback: 'false' },
  AutomaticDisableKeywords: { kind: 'text', fallback: DISABLING_PHRASES },
  QuotaForNewUser: { kind: 'whole', fallback: '0', min: 0 },
  PreConsumedQuota: { kind: 'whole', fallback: '500', min: 0 },
  /** Holds as the compatible API has them: prompt and `max_tokens`, else PreConsumedQuota; no output is limited by the balance. */
  FlatHoldEnabled: { kind: 'boolean', fallback: 'false' },
  QuotaForInviter: { kind: 'whole', fallback: '0', min: 0 },
  QuotaForInvitee: { kind: 'whole', fallback: '0', min: 0 },
  /** Addresses that receive tokens' keys. */
  Chats: { kind: 'json', fallback: DEFAULT_CHATS, shape: 'chats', root: true },
  GroupRatio: { kind: 'json', fallback: '{"default":1,"svip":1,"vip":1}', shape: 'ratios' },
  /** What members of one group pay in another, in place of its ratio: by their group, then by that group. */
  GroupGroupRatio: { kind: 'json', fallback: '{}', shape: 'groupRatios' },
  /** Tokens of group `auto` are served in the first of these that their owner may use and that has a channel; none: no such tokens. */
  AutoGroups: { kind: 'json', fallback: '[]', shape: 'names' },
  /** New tokens begin as such. */
  DefaultUseAutoGroup: { kind: 'boolean', fallback: 'false' },
  UserUsableGroups: { kind: 'json', fallback: '{"default":"默认分组","vip":"vip分组"}', shape: 'texts' },
  ModelPrice: { kind: 'json', fallback: '', shape: 'ratios' },
  ModelRatio: { kind: 'json', fallback: '', shape: 'ratios' },
  CacheRatio: { kind: 'json', fallback: '', shape: 'ratios' },
  CompletionRatio: { kind: 'json', fallback: '', shape: 'ratios' },
  /** Below: what a model's name does not tell, or an operator knows better. */
  CreateCacheRatio: { kind: 'json', fallback: '', shape: 'ratios' },
  AudioRatio: { kind: 'json', fallback: '{}', shape: 'ratios' },
  AudioCompletionRatio: { kind: 'json', fallback: '{}', shape: 'ratios' },
  AudioCacheRatio: { kind: 'json', fallback: '{}', shape: 'ratios' },
  /** What a minute of sound counts as where only its length is known: transcripts that tell no tokens. */
  AudioTokensPerMinute: { kind: 'whole', fallback: '1000', min: 1 },
  ImageRatio: { kind: 'json', fallback: '{}', shape: 'ratios' },
  ImageCompletionRatio: { kind: 'json', fallback: '{}', shape: 'ratios' },
  /** USD per 1000 calls of vendors' own tools. */
  ToolPrices: { kind: 'json', fallback: '', shape: 'ratios' },
  /** Prices of long conversations. */
  ModelTiers: { kind: 'json', fallback: '{}', shape: 'tiers' },
  /** Prices of vendors' service tiers (flex, priority), relative to ordinary service. */
  ServiceTierRatio: { kind: 'json', fallback: '', shape: 'serviceTiers' },
  StopOnSensitiveEnabled: { kind: 'boolean', fallback: 'true' },
  StreamCacheQueueLength: { kind: 'whole', fallback: '0', min: 0 },
  ChatLink: { kind: 'text', fallback: '', root: true },
  ChatLink2: { kind: 'text', fallback: '', root: true },
  FileUploadPermission: { kind: 'choice', fallback: '0', choices: ['0', '1', '10', '100'] },
  FileDownloadPermission: { kind: 'choice', fallback: '0', choices: ['0', '1', '10', '100'] },
  ImageUploadPermission: { kind: 'choice', fallback: '0', choices: ['0', '1', '10', '100'] },
  ImageDownloadPermission: { kind: 'choice', fallback: '0', choices: ['0', '1', '10', '100'] },
} as const satisfies Record<string, OptionDefinition>;
