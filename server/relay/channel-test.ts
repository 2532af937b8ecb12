import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { baseUrlOf } from '../channels/base-urls.js';
import { Channel } from '../channels/channel.entity.js';
import type { RoutableChannel } from '../channels/channel-directory.js';
import type { ChannelTester, ChannelTestResult } from '../channels/channel-tester.js';
import { requestId } from '../core/ids.js';
import { Refusal } from '../core/refusal.js';
import type { HubChat } from './hub/chat.js';
import type { HubAnswer } from './hub/events.js';
import { UpstreamError } from './hub/failure.js';
import { inputTotal, noUsage, outputTotal } from './hub/usage.js';
import { mask } from './pipeline/client-error.js';
import { mapModel } from './pipeline/model-mapping.js';
import type { Target } from './providers/provider.js';
import { providerFor } from './providers/registry.js';
import { RelayHouse } from './relay-house.js';
import { ask } from './upstream/ask.js';

/** Reasoning models spend output on thinking before the first visible word. */
const REASONING_TOKENS = 1000;
const TIMEOUT_MS = 60_000;
const FALLBACK_MODEL = 'gpt-4o-mini';
const LOG_TEXT = '模型测试';

/** Types that cannot be asked a question, and what the compatible API says of them (spec/providers.md 10). */
const UNTESTABLE: Readonly<Record<number, string>> = {
  2: 'midjourney channel test is not supported',
  5: 'midjourney plus channel test is not supported!!!',
  36: 'suno channel test is not supported',
};

/** Sends one small real request through a channel, past routing and retries. Nobody is charged. */
@Injectable()
export class RelayChannelTester implements ChannelTester {
  constructor(
    private readonly house: RelayHouse,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  async test(
    channelId: number,
    model: string | undefined,
    by: { readonly id: number; readonly username: string },
  ): Promise<ChannelTestResult> {
    const startedAt = performance.now();
    const result = (message: string) => ({
      success: message === '',
      message,
      milliseconds: Math.round(performance.now() - startedAt),
    });
    const channel = this.house.channels.get(channelId);
    if (!channel) return result('渠道不存在');
    const refusal = UNTESTABLE[channel.type];
    if (refusal) return result(refusal);
    try {
      const chosen = model ?? (await this.modelOf(channelId));
      const answer = await this.ask(channel, chosen);
      const tested = result(answer.usage ? '' : 'usage is nil');
      await this.log(channel, chosen, answer, tested.milliseconds, by);
      return tested;
    } catch (problem) {
      if (problem instanceof UpstreamError)
        return result(`status code ${problem.failure.status}: ${mask(problem.failure.message)}`);
      if (problem instanceof Refusal) return result(problem.message);
      throw problem;
    }
  }

  private async ask(channel: RoutableChannel, model: string): Promise<HubAnswer> {
    const chat = providerFor(channel.type)?.chat;
    if (!chat)
      throw new Refusal('convert_request_failed', {
        detail: `invalid api type: ${channel.type}, adaptor is nil`,
      });
    const target = this.target(channel, model);
    const call = chat.request(question(target.model), target);
    const reply = await ask(this.house.upstream, call, channel.setting.proxy, TIMEOUT_MS);
    if (reply.status < 200 || reply.status > 299) {
      const failure = providerFor(channel.type)?.readError(reply.status, reply.headers, reply.text);
      if (failure) throw new UpstreamError(failure);
    }
    return chat.answer(reply.body);
  }

  private target(channel: RoutableChannel, model: string): Target {
    return {
      type: channel.type,
      baseUrl: channel.baseUrl || baseUrlOf(channel.type),
      key: channel.key,
      model: mapModel(channel.modelMapping, model),
      requestedModel: model,
      organization: channel.organization,
      other: channel.other,
      path: '/v1/chat/completions',
      headers: {},
      override: channel.paramOverride,
      settings: this.house.settings.current.providers,
    };
  }

  /** The channel's test model, else its first one. */
  private async modelOf(id: number): Promise<string> {
    const row = await this.dataSource.getRepository(Channel).findOneBy({ id });
    return row?.testModel || row?.models.split(',')[0]?.trim() || FALLBACK_MODEL;
  }

  /** A consumption row of quota 0, entered the way every row is. */
  private async log(
    channel: RoutableChannel,
    model: string,
    answer: HubAnswer,
    milliseconds: number,
    by: { readonly id: number; readonly username: string },
  ): Promise<void> {
    const usage = answer.usage ?? noUsage();
    const hold = await this.house.ledger.reserve({
      requestId: requestId(),
      userId: by.id,
      tokenId: 0,
      tokenUnlimited: true,
      amount: 0,
      limit: undefined,
    });
    await this.house.ledger.settle(hold, {
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
        other: { test: true, admin_info: { use_channel: [String(channel.id)] } },
      },
    });
  }
}

function question(model: string): HubChat {
  return {
    model,
    system: [],
    turns: [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }],
    tools: [],
    maxTokens: limitFor(model),
    stream: false,
    includeUsage: false,
  };
}

function limitFor(model: string): number | undefined {
  if (/^(?:o[134]|gpt-5)/.test(model)) return REASONING_TOKENS;
  if (model.includes('thinking')) return model.includes('claude') ? undefined : 50;
  return model.includes('gemini') ? 300 : 10;
}
