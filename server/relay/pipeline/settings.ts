import { Inject, Injectable } from '@nestjs/common';
import type { RateLimit } from '../../billing/ledger/ledger.types.js';
import type { Env } from '../../core/env.js';
import { ENV } from '../../core/injection.js';
import type { StatusRanges } from '../../contract/options/status-ranges.js';
import { type OptionReader, OptionsService } from '../../options/options.service.js';
import type { ErrorForm } from './client/client-error.js';
import type { EarlyHead } from './client/early-head.js';
import { SensitiveWords } from './plan/sensitive-words.js';
import type { ProviderSettings } from '../../dialects/kit/provider.js';

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
  /** When a stream that has no content yet gets its head and pings; undefined = never. */
  earlyHead: EarlyHead | undefined;
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
  /** Quota units of a US dollar; undefined: responses do not state their cost. */
  quotaPerUsd: number | undefined;
  logConsume: boolean;
  dataExport: boolean;
  /** Lower case. */
  disableKeywords: readonly string[];
  passThroughRequests: boolean;
  /** How errors are reported to clients. */
  errorForm: ErrorForm;
  providers: ProviderSettings;
}

@Injectable()
export class RelaySettings {
  private readonly settings: { readonly current: CompiledSettings };

  constructor(
    options: OptionsService,
    @Inject(ENV) private readonly env: Env,
  ) {
    this.settings = options.derive((reader) => this.compile(reader));
  }

  get current(): CompiledSettings {
    return this.settings.current;
  }

  private compile(options: OptionReader): CompiledSettings {
    const rateLimit = {
      windowSeconds: options.get('ModelRequestRateLimitDurationMinutes') * 60,
      total: options.get('ModelRequestRateLimitCount'),
      success: options.get('ModelRequestRateLimitSuccessCount'),
    };
    return {
      rateLimit:
        options.get('ModelRequestRateLimitEnabled') && rateLimit.windowSeconds > 0 ? rateLimit : undefined,
      flatHold: options.get('FlatHoldEnabled'),
      retryTimes: options.get('RetryTimes'),
      words:
        options.get('CheckSensitiveEnabled') && options.get('CheckSensitiveOnPromptEnabled')
          ? SensitiveWords.of(options.get('SensitiveWords'))
          : undefined,
      alwaysIncludeUsage: options.get('AlwaysIncludeStreamUsage'),
      storeTranslated: options.get('StoreTranslatedResponses'),
      cacheTranslated: options.get('claude.cache_translated_conversations'),
      pingMs: options.get('general_setting.ping_interval_enabled')
        ? options.get('general_setting.ping_interval_seconds') * 1000
        : undefined,
      earlyHead: earlyHeadOf(options),
      retryStatuses: options.get('AutomaticRetryStatusCodes'),
      disableStatuses: options.get('AutomaticDisableStatusCodes'),
      firstTokenMs: options.get('FirstTokenTimeout') * 1000,
      firstByteMs: options.get('FirstByteTimeout') * 1000,
      largerContext: new Map(Object.entries(options.get('LargerContextModels'))),
      audioTokensPerMinute: options.get('AudioTokensPerMinute'),
      usableGroups: new Set(Object.keys(options.get('UserUsableGroups'))),
      ratedGroups: new Set(Object.keys(options.get('GroupRatio'))),
      autoGroups: options.get('AutoGroups'),
      quotaPerUsd: options.get('AnswerCostEnabled') ? options.get('QuotaPerUnit') : undefined,
      logConsume: options.get('LogConsumeEnabled'),
      dataExport: options.get('DataExportEnabled'),
      disableKeywords: options
        .get('AutomaticDisableKeywords')
        .split('\n')
        .map((line) => line.trim().toLowerCase())
        .filter(Boolean),
      passThroughRequests: options.get('global.pass_through_request_enabled'),
      errorForm: {
        language: options.get('DefaultLanguage') || undefined,
        quotaAs429: options.get('QuotaErrorsAs429'),
      },
      providers: {
        claude: {
          defaultMaxTokens: { default: 8192, ...options.get('claude.default_max_tokens') },
          modelHeaders: options.get('claude.model_headers_settings'),
          thinkingAdapter: options.get('claude.thinking_adapter_enabled'),
          thinkingBudgetShare: options.get('claude.thinking_adapter_budget_tokens_percentage'),
        },
        gemini: {
          versions: options.get('gemini.version_settings'),
          safety: options.get('gemini.safety_settings'),
          maxImages: this.env.GEMINI_VISION_MAX_IMAGE_NUM,
          thinkingAdapter: options.get('gemini.thinking_adapter_enabled'),
          thinkingBudgetShare: options.get('gemini.thinking_adapter_budget_tokens_percentage'),
        },
        azureVersion: this.env.AZURE_DEFAULT_API_VERSION,
        site: { address: options.get('ServerAddress'), name: options.get('SystemName') },
      },
    };
  }
}

function earlyHeadOf(options: OptionReader): EarlyHead | undefined {
  const afterSeconds = options.get('general_setting.ping_before_content_seconds');
  if (afterSeconds === 0) return undefined;
  return {
    afterMs: afterSeconds * 1000,
    everyMs: options.get('general_setting.ping_interval_seconds') * 1000,
  };
}
