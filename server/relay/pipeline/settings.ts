import { Inject, Injectable } from '@nestjs/common';
import type { RateLimit } from '../../billing/ledger/ledger.types.js';
import { z } from 'zod';
import type { Env } from '../../core/env.js';
import { ENV } from '../../core/injection.js';
import { OptionsService } from '../../options/options.service.js';
import { statusRanges, type StatusRanges } from '../../options/status-ranges.js';
import type { OptionKey } from '../../options/registry.js';
import { SensitiveWords } from './sensitive-words.js';
import type { ProviderSettings } from '../../dialects/providers/provider.js';

/** The options the relay reads, in the form it needs; compiled once per change, not per request. */
export interface CompiledSettings {
  rateLimit: RateLimit | undefined;
  /** Fixed holds as in the compatible API, without limits on the output. */
  flatHold: boolean;
  retryTimes: number;
  alwaysIncludeUsage: boolean;
  /** Whether translated responses of the Responses API are stored for requests that continue from them. */
  storeTranslated: boolean;
  /** Whether translated conversations with Claude get cache hints. */
  cacheTranslated: boolean;
  /** Milliseconds of silence after which a stream gets a ping; undefined = no pings. */
  pingMs: number | undefined;
  /** Words that prompts must not contain; undefined when prompts are not checked. */
  words: SensitiveWords | undefined;
  retryStatuses: StatusRanges;
  disableStatuses: StatusRanges;
  /** Milliseconds to the first content of a stream while another channel could be tried. */
  firstTokenMs: number;
  /** Milliseconds to the first byte of a non-streaming response while another channel could be tried. */
  firstByteMs: number;
  /** By model name: the model that takes over conversations that are too long for it. */
  largerContext: ReadonlyMap<string, string>;
  /** Tokens that a minute of audio counts as where only its length is known. */
  audioTokensPerMinute: number;
  usableGroups: ReadonlySet<string>;
  ratedGroups: ReadonlySet<string>;
  /** Groups tried for tokens of group `auto`, in order; empty = automatic groups are off. */
  autoGroups: readonly string[];
  logConsume: boolean;
  dataExport: boolean;
  autoDisable: boolean;
  /** Lower case. */
  disableKeywords: readonly string[];
  passThroughRequests: boolean;
  providers: ProviderSettings;
}

const KEYS: readonly OptionKey[] = [
  'ModelRequestRateLimitEnabled',
  'ModelRequestRateLimitDurationMinutes',
  'ModelRequestRateLimitCount',
  'ModelRequestRateLimitSuccessCount',
  'RetryTimes',
  'FlatHoldEnabled',
  'CheckSensitiveEnabled',
  'CheckSensitiveOnPromptEnabled',
  'SensitiveWords',
  'AlwaysIncludeStreamUsage',
  'StoreTranslatedResponses',
  'general_setting.ping_interval_enabled',
  'general_setting.ping_interval_seconds',
  'AutomaticRetryStatusCodes',
  'AutomaticDisableStatusCodes',
  'FirstTokenTimeout',
  'FirstByteTimeout',
  'LargerContextModels',
  'AudioTokensPerMinute',
  'UserUsableGroups',
  'GroupRatio',
  'AutoGroups',
  'LogConsumeEnabled',
  'DataExportEnabled',
  'AutomaticDisableChannelEnabled',
  'AutomaticDisableKeywords',
  'global.pass_through_request_enabled',
  'claude.model_headers_settings',
  'claude.default_max_tokens',
  'claude.cache_translated_conversations',
  'claude.thinking_adapter_enabled',
  'claude.thinking_adapter_budget_tokens_percentage',
  'gemini.version_settings',
  'gemini.safety_settings',
  'gemini.thinking_adapter_enabled',
  'gemini.thinking_adapter_budget_tokens_percentage',
  'ServerAddress',
  'SystemName',
];

const texts = z.record(z.string(), z.string());
const numbers = z.record(z.string(), z.number());
const names = z.array(z.string());
const headerLists = z.record(z.string(), z.record(z.string(), z.array(z.string())));

@Injectable()
export class RelaySettings {
  current: CompiledSettings;

  constructor(
    private readonly options: OptionsService,
    @Inject(ENV) private readonly env: Env,
  ) {
    this.current = this.compile();
    options.onChange(KEYS, () => (this.current = this.compile()));
  }

  private compile(): CompiledSettings {
    const { options } = this;
    const rateLimit = {
      windowSeconds: options.number('ModelRequestRateLimitDurationMinutes') * 60,
      total: options.number('ModelRequestRateLimitCount'),
      success: options.number('ModelRequestRateLimitSuccessCount'),
    };
    return {
      rateLimit:
        options.boolean('ModelRequestRateLimitEnabled') && rateLimit.windowSeconds > 0
          ? rateLimit
          : undefined,
      flatHold: options.boolean('FlatHoldEnabled'),
      retryTimes: options.number('RetryTimes'),
      words:
        options.boolean('CheckSensitiveEnabled') && options.boolean('CheckSensitiveOnPromptEnabled')
          ? SensitiveWords.of(options.text('SensitiveWords'))
          : undefined,
      alwaysIncludeUsage: options.boolean('AlwaysIncludeStreamUsage'),
      storeTranslated: options.boolean('StoreTranslatedResponses'),
      cacheTranslated: options.boolean('claude.cache_translated_conversations'),
      pingMs: options.boolean('general_setting.ping_interval_enabled')
        ? options.number('general_setting.ping_interval_seconds') * 1000
        : undefined,
      retryStatuses: statusRanges(options.text('AutomaticRetryStatusCodes')) ?? [],
      disableStatuses: statusRanges(options.text('AutomaticDisableStatusCodes')) ?? [],
      firstTokenMs: options.number('FirstTokenTimeout') * 1000,
      firstByteMs: options.number('FirstByteTimeout') * 1000,
      largerContext: new Map(Object.entries(options.json('LargerContextModels', texts))),
      audioTokensPerMinute: options.number('AudioTokensPerMinute'),
      usableGroups: new Set(Object.keys(options.json('UserUsableGroups', texts))),
      ratedGroups: new Set(Object.keys(options.json('GroupRatio', numbers))),
      autoGroups: options.json('AutoGroups', names),
      logConsume: options.boolean('LogConsumeEnabled'),
      dataExport: options.boolean('DataExportEnabled'),
      autoDisable: options.boolean('AutomaticDisableChannelEnabled'),
      disableKeywords: options
        .text('AutomaticDisableKeywords')
        .split('\n')
        .map((line) => line.trim().toLowerCase())
        .filter(Boolean),
      passThroughRequests: options.boolean('global.pass_through_request_enabled'),
      providers: {
        claude: {
          defaultMaxTokens: { default: 8192, ...options.json('claude.default_max_tokens', numbers) },
          modelHeaders: options.json('claude.model_headers_settings', headerLists),
          thinkingAdapter: options.boolean('claude.thinking_adapter_enabled'),
          thinkingBudgetShare: options.number('claude.thinking_adapter_budget_tokens_percentage'),
        },
        gemini: {
          versions: options.json('gemini.version_settings', texts),
          safety: options.json('gemini.safety_settings', texts),
          maxImages: this.env.GEMINI_VISION_MAX_IMAGE_NUM,
          thinkingAdapter: options.boolean('gemini.thinking_adapter_enabled'),
          thinkingBudgetShare: options.number('gemini.thinking_adapter_budget_tokens_percentage'),
        },
        azureVersion: this.env.AZURE_DEFAULT_API_VERSION,
        site: { address: options.text('ServerAddress'), name: options.text('SystemName') },
      },
    };
  }
}
