import { urlEncoded } from '../dialects/kit/forwarded-query.js';
import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { ChannelsRepository } from '../channels/channels.repository.js';
import type { RoutableChannel } from '../channels/channel-registry.js';
import { KeyReferences } from '../channels/key-references/key-references.service.js';
import type { ChannelKey } from '../channels/keys/channel-keys.js';
import type {
  ChannelTester,
  ChannelTestOptions,
  ChannelTestResult,
  TestedBy,
  UnsavedTestResult,
} from '../channels/channel-tester.js';
import { requestId } from '../core/ids.js';
import { REDIS } from '../core/injection.js';
import type { Price } from '../billing/prices/price.js';
import { ApiError } from '../contract/errors/api-error.js';
import type { LogDetailsInput } from '../contract/resources/logs/log-details.js';
import { chineseText, storedText } from '../contract/stored-texts/catalogue.js';
import {
  isAboutLimit,
  kindsToTry,
  mayBeOtherKind,
  testRequests,
  type TestKind,
} from './channel-test-request.js';
import { TestKindMemory } from './test-kind-memory.js';
import { operatorText, UpstreamError } from '../dialects/canonical/failure.js';
import { inputTotal, outputTotal, type Usage } from '../dialects/canonical/usage.js';
import { mustDisable } from './pipeline/attempt/channel-health.js';
import { providerOfModel } from './pipeline/attempt/channel-provider.js';
import { maskSecrets } from './pipeline/attempt/mask-secrets.js';
import { mapModel } from './pipeline/attempt/model-mapping.js';
import { targetFor } from './pipeline/attempt/target.js';
import type { Provider, Target } from '../dialects/kit/provider.js';
import { definitionOf } from '../dialects/providers/registry.js';
import { RelayServices } from './relay-services.js';
import { ask } from './upstream/request.js';

/** Limit of one test as a whole. */
const LIMIT_MS = 60_000;
const FALLBACK_MODEL = 'gpt-4o-mini';
const LOG_TEXT = chineseText(storedText('channel_test'));
/** The group whose prices the row of a test shows. */
const TESTED_GROUP = 'default';
/** Of a model without a price. */
const NO_PRICE = { model_ratio: 0, completion_ratio: 0, group_ratio: 1, model_price: -1, cache_ratio: 0 };

/** Codes of `kindsToTry`. */
const NOTHING_SENT: ReadonlySet<string> = new Set(['channel_test_unsupported', 'model_not_testable']);

/** Client text for `mustDisable`: empty, because the gateway itself wrote the test request. */
const UNOWNED = Buffer.alloc(0);

/** What a test has called. */
interface SeenCall {
  url: string;
  status: number;
}

/** Sends one small real request through a channel, bypassing routing and retries. Free of charge. */
@Injectable()
export class RelayChannelTester implements ChannelTester {
  private readonly kinds: TestKindMemory;

  constructor(
    private readonly services: RelayServices,
    private readonly channels: ChannelsRepository,
    private readonly references: KeyReferences,
    @Inject(REDIS) redis: Redis,
  ) {
    this.kinds = new TestKindMemory(redis, (problem) => services.report(problem, ''));
  }

  async test(
    channelId: number,
    by: TestedBy,
    { model, keyIndex, signal }: ChannelTestOptions = {},
  ): Promise<ChannelTestResult> {
    const startedAt = performance.now();
    let chosen = model ?? '';
    const result = (verdict: ChannelTestResult['verdict'], error?: ApiError) => ({
      verdict,
      model: chosen,
      message: error?.message ?? '',
      error,
      milliseconds: Math.round(performance.now() - startedAt),
    });
    const channel = this.services.channels.get(channelId);
    if (!channel) return result('untestable', new ApiError('channel_not_found'));
    const { untestable: detail } = definitionOf(channel.type) ?? {};
    if (detail !== undefined)
      return result('untestable', new ApiError('channel_test_unsupported', { detail }));
    const unread = this.references.unreadOf(channel);
    if (unread) return result('failed', unread);
    const key = testedKey(channel, keyIndex);
    try {
      chosen ||= await this.modelOf(channelId);
      const limit = AbortSignal.timeout(LIMIT_MS);
      const usage = await this.ask(channel, key, chosen, signal ? AbortSignal.any([signal, limit]) : limit);
      const tested = result('works');
      await this.log(channel, chosen, usage, tested.milliseconds, by);
      return tested;
    } catch (problem) {
      if (problem instanceof UpstreamError) {
        const broken = mustDisable(problem.failure, this.services.settings.current, UNOWNED);
        const error = errorOf(problem, channel);
        return { ...result(broken ? 'broken' : 'failed', error), ...(key && { keyIndex: key.index }) };
      }
      if (problem instanceof ApiError)
        return result(NOTHING_SENT.has(problem.code) ? 'untestable' : 'failed', problem);
      throw problem;
    }
  }

  async testUnsaved(channel: RoutableChannel, model: string): Promise<UnsavedTestResult> {
    const startedAt = performance.now();
    const seen: SeenCall = { url: '', status: 0 };
    const result = (error?: ApiError): UnsavedTestResult => ({
      url: maskedUrl(seen.url, channel),
      status: seen.status,
      milliseconds: Math.round(performance.now() - startedAt),
      ...(error && { error }),
    });
    try {
      const [key] = channel.keys;
      const limit = AbortSignal.timeout(LIMIT_MS);
      await this.ask(channel, key, model || FALLBACK_MODEL, limit, seen);
      return result();
    } catch (problem) {
      if (problem instanceof ApiError) return result(problem);
      if (!(problem instanceof UpstreamError)) throw problem;
      // The status is shown by itself.
      return result(new ApiError('channel_test_failed', { detail: detailOf(problem, channel) }));
    }
  }

  /**
   * Calls the model in the likeliest way, and where the upstream rejects that, in the other ways that it has.
   * @param seen receives the URL and the status of the call that the result is from
   * @throws UpstreamError of the likeliest way, if none works
   */
  private async ask(
    channel: RoutableChannel,
    key: ChannelKey | undefined,
    model: string,
    signal: AbortSignal,
    seen: SeenCall = { url: '', status: 0 },
  ): Promise<Usage> {
    const target = this.target(channel, key, model);
    const provider = providerOfModel(channel, target.model);
    const remembered = channel.id > 0 ? await this.kinds.kindOf(channel.id, target.model) : undefined;
    const kinds = kindsToTry(provider, target, remembered);
    let first: unknown;
    for (const kind of kinds) {
      const called: SeenCall = { url: '', status: 0 };
      try {
        const usage = await this.askAs(kind, channel, provider, target, signal, called);
        Object.assign(seen, called);
        if (channel.id > 0 && kind !== (remembered ?? kinds[0]))
          await this.kinds.remember(channel.id, target.model, kind);
        return usage;
      } catch (problem) {
        if (first === undefined) Object.assign(seen, called);
        first ??= problem;
        if (!(problem instanceof UpstreamError) || !mayBeOtherKind(problem.failure)) break;
      }
    }
    throw first;
  }

  /** Repeats the call with a higher output limit where the upstream rejects the first one. */
  private async askAs(
    kind: TestKind,
    channel: RoutableChannel,
    provider: Provider | undefined,
    target: Target,
    signal: AbortSignal,
    seen: SeenCall,
  ): Promise<Usage> {
    let rejected: UpstreamError | undefined;
    for (const { call, read } of testRequests(provider, target, kind)) {
      seen.url = call.url;
      const reply = await ask(this.services.upstream, call, channel.setting.proxy, LIMIT_MS, signal);
      seen.status = reply.status;
      const isError = reply.status < 200 || reply.status > 299;
      const failure = isError ? provider?.readError(reply.status, reply.headers, reply.text) : undefined;
      if (!failure) return read(reply);
      rejected = new UpstreamError(failure);
      if (!isAboutLimit(failure)) break;
    }
    throw rejected ?? new Error(`a test of ${kind} has no request`);
  }

  private target(channel: RoutableChannel, key: ChannelKey | undefined, model: string): Target {
    const choice = {
      key: key?.key ?? '',
      model: mapModel(channel.modelMapping, model),
      requestedModel: model,
      path: '/v1/chat/completions',
      headers: {},
    };
    return targetFor(channel, choice, this.services.settings.current);
  }

  /** The channel's test model, else its first model. */
  private async modelOf(id: number): Promise<string> {
    const row = await this.channels.find(undefined, id);
    return row?.testModel || row?.models.split(',')[0]?.trim() || FALLBACK_MODEL;
  }

  /** Writes a consumption row of quota 0 through the ledger, like every other row. */
  private async log(
    channel: RoutableChannel,
    model: string,
    usage: Usage,
    milliseconds: number,
    by: TestedBy,
  ): Promise<void> {
    const hold = await this.services.ledger.reserve({
      requestId: requestId(),
      userId: by.id,
      tokenId: 0,
      tokenUnlimited: true,
      amount: 0,
      limit: undefined,
    });
    await this.services.ledger.settle(hold, {
      quota: 0,
      success: true,
      channelId: channel.id,
      createdAt: Math.floor(Date.now() / 1000),
      usageData: undefined,
      log: {
        username: by.username,
        tokenName: LOG_TEXT,
        modelName: model,
        content: LOG_TEXT,
        promptTokens: inputTotal(usage),
        completionTokens: outputTotal(usage),
        useTime: Math.floor(milliseconds / 1000),
        isStream: false,
        group: '',
        other: {
          test: true,
          ...this.priceMembers(model, usage),
          admin_info: { use_channel: [String(channel.id)] },
        },
      },
    });
  }

  /** Consoles of the compatible API show the price of every row, also of tests, which cost nothing. */
  private priceMembers(model: string, usage: Usage): LogDetailsInput {
    let price: Price;
    try {
      price = this.services.prices.price(model, TESTED_GROUP, { acceptUnset: true });
    } catch {
      return { ...NO_PRICE, cache_tokens: usage.cacheRead };
    }
    return {
      model_ratio: price.modelRatio,
      completion_ratio: price.completionRatio,
      group_ratio: price.groupRatio,
      model_price: price.modelPrice,
      cache_tokens: usage.cacheRead,
      cache_ratio: price.cacheRatio,
    };
  }
}

/** The key in this line, else the first in use, else the first disabled one. */
function testedKey(
  { keys, disabledKeys }: RoutableChannel,
  line: number | undefined,
): ChannelKey | undefined {
  const all = [...keys, ...disabledKeys];
  return line === undefined ? all[0] : all.find(({ index }) => index === line);
}

function errorOf(problem: UpstreamError, channel: RoutableChannel): ApiError {
  const detail = `status code ${problem.failure.status}: ${detailOf(problem, channel)}`;
  return new ApiError('channel_test_failed', { detail });
}

function detailOf({ failure }: UpstreamError, channel: RoutableChannel): string {
  return maskSecrets(operatorText(failure), channel);
}

/** Administrators know the address but not the key. */
function maskedUrl(url: string, { credentials }: RoutableChannel): string {
  return credentials
    .flatMap((key) => [key, urlEncoded(key)])
    .reduce((text, secret) => (secret === '' ? text : text.replaceAll(secret, '***')), url);
}
