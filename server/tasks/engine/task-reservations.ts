import { Injectable } from '@nestjs/common';
import { ApiError } from '../../contract/errors/api-error.js';
import { CALL_PRICE } from '../../contract/task-terms.js';
import { ONE_CALL } from '../../dialects/task-apis/task.js';
import { plan } from '../../relay/pipeline/plan/plan.js';
import { NO_PREVIOUS_RESPONSE, type PreviousResponse } from '../../relay/pipeline/plan/previous-response.js';
import { reserve } from '../../relay/pipeline/reserve/reserve.js';
import type { Authenticated, ParsedRequest, Planned, Reserved } from '../../relay/pipeline/stages.js';
import { RelayServices } from '../../relay/relay-services.js';
import { usageOf } from './call-task.js';
import type { StoredTask } from './stored-task.js';
import type { TaskSubmission } from './task-submission.js';
import { TasksRepository } from './tasks.repository.js';

/** Retry-After while all channels have enough running tasks, seconds. */
const FULL_RETRY_SECONDS = 15;
/** Estimates are calls; submissions know the tokens. */
const PER_CALL = { modelPrice: 0 };

/** Chooses the channels of submissions and reserves their price. */
@Injectable()
export class TaskReservations {
  constructor(
    private readonly store: TasksRepository,
    private readonly relay: RelayServices,
  ) {}

  /**
   * Checks rights and price, chooses channels and reserves the price.
   * @throws ApiError as the relay, and channels_full
   */
  async reserve(
    { scope, exchange, caller }: Authenticated,
    { request: { model, fields, form, pricedAs, units }, origin }: TaskSubmission,
  ): Promise<Reserved> {
    const { relay } = this;
    const isPerCall = pricedAs && relay.prices.firstSet(pricedAs)?.endsWith(CALL_PRICE);
    const request: ParsedRequest = {
      scope,
      exchange,
      caller: origin ? { ...caller, pinnedChannel: String(origin.channelId) } : caller,
      params: { model, stream: false, maxTokens: 0, includeUsage: false },
      operation: {
        model,
        stream: false,
        maxTokens: 0,
        includeUsage: false,
        body: exchange.body,
        contentType: exchange.request.headers['content-type'] ?? '',
        fields,
        estimate: usageOf(isPerCall ? ONE_CALL : units, PER_CALL),
        ...(form && { form }),
        ...(pricedAs && { pricedAs }),
      },
      body: exchange.body,
      previous: origin ? submittedBy(origin) : NO_PREVIOUS_RESPONSE,
    };
    scope.trace?.parsed(request);
    const isFixed = origin !== undefined || caller.pinnedChannel !== undefined;
    const planned = isFixed ? plan(request, relay) : await this.planWithRoom(request);
    scope.trace?.holding();
    const reserved = await reserve(planned, relay.ledger, {
      ...relay.settings.current,
      rateLimit: undefined,
    });
    scope.trace?.held(reserved.hold);
    return reserved;
  }

  /** Plans the request for the first of its groups that has a channel with room. @throws ApiError channels_full */
  private async planWithRoom(request: ParsedRequest): Promise<Planned> {
    for (let groups: readonly string[] | undefined; ;) {
      const planned = plan(request, this.relay, groups);
      try {
        await this.dropFullChannels(planned);
        return planned;
      } catch (error) {
        groups = planned.plan.nextGroups;
        if (!(error instanceof ApiError) || groups.length === 0) throw error;
      }
    }
  }

  /**
   * Removes channels with as many running tasks as their setting allows from the candidates.
   * @throws ApiError channels_full when these are all channels
   */
  async dropFullChannels({ plan: { group, model, routes } }: Planned): Promise<void> {
    const members = (this.relay.channels.tiers(group, model) ?? []).flat();
    const limits = new Map<number, number>();
    for (const { channelId } of members) {
      const limit = this.relay.channels.get(channelId)?.setting.maxRunningTasks;
      if (limit !== undefined) limits.set(channelId, limit);
    }
    const full = await this.store.fullChannels(limits);
    for (const id of full) routes.drop(id);
    if (full.length > 0 && full.length === members.length)
      throw new ApiError('channels_full', {}, { retryAfterSeconds: FULL_RETRY_SECONDS });
  }
}

/** The channel and the key that have the task which a request continues. */
function submittedBy({ upstreamId, userId, channelId, keyIndex }: StoredTask): PreviousResponse {
  return { ...NO_PREVIOUS_RESPONSE, storedAt: { id: upstreamId, userId, channelId, keyIndex } };
}
