import { Injectable } from '@nestjs/common';
import type { ChannelAddress, ModelListing, UpstreamInfo } from '../channels/upstream/upstream-info.js';
import { ApiError } from '../contract/errors/api-error.js';
import type { ProviderBalance } from '../contract/resources/channels/channel-balance.js';
import { UpstreamError } from '../dialects/canonical/failure.js';
import type { Target, UpstreamCall } from '../dialects/kit/provider.js';
import { definitionOf, providerFor } from '../dialects/providers/registry.js';
import { targetFor } from './pipeline/attempt/target.js';
import { RelayServices } from './relay-services.js';
import { ask } from './upstream/request.js';

const LIMIT_MS = 10_000;

/** Queries upstreams for models and balances, through the channel's proxy and with the rules of all upstream calls. */
@Injectable()
export class RelayUpstreamInfo implements UpstreamInfo {
  constructor(private readonly services: RelayServices) {}

  async models(address: ChannelAddress): Promise<string[]> {
    return (await this.list(address)).models;
  }

  async list(address: ChannelAddress, signal?: AbortSignal): Promise<ModelListing> {
    const { models: query, listModels } = providerFor(address.type, address.upstream) ?? {};
    if (listModels) {
      const names = await this.answer(() => listModels(this.target(address)), address.proxy, signal);
      return { models: [...new Set(names)], body: undefined };
    }
    if (!query) throw new ApiError('upstream_info_unsupported');
    const body = await this.ask(query.request(this.target(address), {}), address.proxy, signal);
    try {
      return { models: [...new Set(query.read(body))], body };
    } catch (cause) {
      throw new ApiError('upstream_info_unreadable', { detail: String(cause) }, { cause });
    }
  }

  async balances(address: ChannelAddress, signal?: AbortSignal): Promise<readonly ProviderBalance[]> {
    const query = definitionOf(address.type)?.balance;
    if (!query) throw new ApiError('upstream_info_unsupported');
    const found = await this.answer(() => query(this.target(address), new Date()), address.proxy, signal);
    // An account of which one part is unknown may have more than the rest says.
    if (found.length === 0 || found.some(({ amount, unit }) => !Number.isFinite(amount) || unit === ''))
      throw new ApiError('upstream_info_unreadable', { detail: 'no balance in the answer' });
    return found;
  }

  async pricing({ baseUrl, proxy }: ChannelAddress, signal?: AbortSignal): Promise<unknown> {
    // The addresses of the types are those of makers of models, which have no such list.
    if (baseUrl === '' || !URL.canParse(baseUrl)) throw new ApiError('upstream_info_unsupported');
    const url = `${new URL(baseUrl).origin}/api/pricing`;
    return this.ask({ method: 'GET', url, headers: { accept: 'application/json' } }, proxy, signal);
  }

  /** The result of a query that makes one call after another. */
  private async answer<T>(
    query: () => Generator<UpstreamCall, T, unknown>,
    proxy: string | undefined,
    signal?: AbortSignal,
  ): Promise<T> {
    const steps = query();
    const next = (body?: unknown) => {
      try {
        return steps.next(body);
      } catch (problem) {
        if (!(problem instanceof UpstreamError)) throw problem;
        // The key is malformed.
        throw new ApiError(
          'upstream_info_unreadable',
          { detail: problem.failure.message },
          { cause: problem },
        );
      }
    };
    let step = next();
    while (!step.done) step = next(await this.ask(step.value, proxy, signal));
    return step.value;
  }

  private async ask(call: UpstreamCall, proxy: string | undefined, signal?: AbortSignal): Promise<unknown> {
    const limit = AbortSignal.timeout(LIMIT_MS);
    try {
      const { status, body } = await ask(
        this.services.upstream,
        call,
        proxy,
        LIMIT_MS,
        signal ? AbortSignal.any([limit, signal]) : limit,
      );
      if (status !== 200) throw new ApiError('upstream_info_status', { status });
      if (body === undefined)
        throw new ApiError('upstream_info_unreadable', { detail: 'the answer is not JSON' });
      return body;
    } catch (problem) {
      if (!(problem instanceof UpstreamError)) throw problem;
      // Network errors contain addresses, so they are logged and not returned.
      throw new ApiError('upstream_info_unreachable', {}, { cause: problem });
    }
  }

  private target(address: ChannelAddress): Target {
    const channel = { ...address, paramOverride: undefined };
    const choice = { key: address.key, model: '', requestedModel: '', path: '', headers: {} };
    return targetFor(channel, choice, this.services.settings.current);
  }
}
