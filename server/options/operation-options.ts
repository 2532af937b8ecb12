import type { OptionDefinition } from './definition.js';

/** Chat clients offered with a token: name and address. The console fills in `{key}` and `{address}`. */
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

/** Quotas, prices, filters and monitoring. Billing registers the defaults of tables with an empty fallback. */
export const operationOptions = {
  /** Shop for redemption codes. */
  TopUpLink: { kind: 'text', fallback: '', root: true },
  'general_setting.docs_link': { kind: 'text', fallback: '' },
  QuotaPerUnit: { kind: 'number', fallback: '500000', above: 0 },
  RetryTimes: { kind: 'whole', fallback: '0', min: 0 },
  /** Statuses of upstream responses, after the channel's own mapping, that are retried on another channel… */
  AutomaticRetryStatusCodes: {
    kind: 'statuses',
    fallback: '100-199,300-399,401-407,409-503,505-523,525-599',
  },
  /** …and those that disable a channel, if AutomaticDisableChannelEnabled is on. */
  AutomaticDisableStatusCodes: { kind: 'statuses', fallback: '401' },
  /** Streams end with a usage frame even if the client did not request one. */
  AlwaysIncludeStreamUsage: { kind: 'boolean', fallback: 'false' },
  /** Translated responses of the Responses protocol are stored for a day, for requests that continue from them. */
  StoreTranslatedResponses: { kind: 'boolean', fallback: 'true' },
  /** Idle streams get pings… */
  'general_setting.ping_interval_enabled': { kind: 'boolean', fallback: 'false' },
  /** …after this many seconds. */
  'general_setting.ping_interval_seconds': { kind: 'whole', fallback: '60', min: 1, max: 3600 },
  /** Seconds to the first content of a stream while another channel could be tried. */
  FirstTokenTimeout: { kind: 'number', fallback: '12', above: 0 },
  /** Seconds to the first byte of a non-streaming response while another channel could be tried. */
  FirstByteTimeout: { kind: 'number', fallback: '60', above: 0 },
  /** By model name: the model to use when a conversation is too long for that model. */
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
  /**
   * Holds as in the compatible API: prompt plus `max_tokens`, or without that limit the larger of prompt and
   * PreConsumedQuota. The balance then does not limit the output.
   */
  FlatHoldEnabled: { kind: 'boolean', fallback: 'false' },
  QuotaForInviter: { kind: 'whole', fallback: '0', min: 0 },
  QuotaForInvitee: { kind: 'whole', fallback: '0', min: 0 },
  /** Root only: these addresses receive token keys. */
  Chats: { kind: 'json', fallback: DEFAULT_CHATS, shape: 'chats', root: true },
  GroupRatio: { kind: 'json', fallback: '{"default":1,"svip":1,"vip":1}', shape: 'ratios' },
  /** Ratio that members of a group pay in another group instead of its own: by the users' group, then by that group. */
  GroupGroupRatio: { kind: 'json', fallback: '{}', shape: 'groupRatios' },
  /**
   * Tokens of group `auto` are served in the first of these groups that their owner may use and that has a channel. If
   * empty, such tokens do not exist.
   */
  AutoGroups: { kind: 'json', fallback: '[]', shape: 'names' },
  /** New tokens start with the group `auto`. */
  DefaultUseAutoGroup: { kind: 'boolean', fallback: 'false' },
  UserUsableGroups: { kind: 'json', fallback: '{"default":"默认分组","vip":"vip分组"}', shape: 'texts' },
  ModelPrice: { kind: 'json', fallback: '', shape: 'ratios' },
  ModelRatio: { kind: 'json', fallback: '', shape: 'ratios' },
  CacheRatio: { kind: 'json', fallback: '', shape: 'ratios' },
  CompletionRatio: { kind: 'json', fallback: '', shape: 'ratios' },
  /** From here on: prices that cannot be derived from a model's name, or that the operator overrides. */
  CreateCacheRatio: { kind: 'json', fallback: '', shape: 'ratios' },
  AudioRatio: { kind: 'json', fallback: '{}', shape: 'ratios' },
  AudioCompletionRatio: { kind: 'json', fallback: '{}', shape: 'ratios' },
  AudioCacheRatio: { kind: 'json', fallback: '{}', shape: 'ratios' },
  /** Tokens charged per minute of audio if only its length is known: transcriptions without reported tokens. */
  AudioTokensPerMinute: { kind: 'whole', fallback: '1000', min: 1 },
  ImageRatio: { kind: 'json', fallback: '{}', shape: 'ratios' },
  ImageCompletionRatio: { kind: 'json', fallback: '{}', shape: 'ratios' },
  /** USD per 1000 calls of the providers' own tools. */
  ToolPrices: { kind: 'json', fallback: '', shape: 'ratios' },
  /** Prices that depend on the number of input tokens. */
  ModelTiers: { kind: 'json', fallback: '{}', shape: 'tiers' },
  /** Price ratios of the providers' service tiers (flex, priority), relative to ordinary service. */
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
