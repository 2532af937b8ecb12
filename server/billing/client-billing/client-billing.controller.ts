import { Controller, Get, Logger, Options, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { dependencyFailure } from '../../core/http/dependency-failure.js';
import { ApiRawResponse } from '../../core/http/api-response.js';
import { ApiRequest } from '../../core/http/api-request.js';
import { Requires } from '../../core/http/access/requires.js';
import type { LogEntry } from '../../core/logger.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { OptionsService } from '../../options/options.service.js';
import { answerPreflight, openToPages } from '../cross-origin.js';
import { keyFromHeader } from '../token-key.js';
import {
  clientBillingError,
  clientUsageQuery,
  clientUsageResponse,
  subscriptionResponse,
} from '../../contract/resources/client-billing.js';
import { subscriptionOf, usageOf, type FigureTerms } from './client-figures.js';
import { keyArrivalOf, KeyHolders, type KeyHolder } from '../key-holder.js';

/**
 * OpenAI-compatible billing routes: API clients read the remaining quota of a key. Responses and errors follow OpenAI's
 * format.
 */
@Controller(['dashboard/billing', 'v1/dashboard/billing'])
export class ClientBillingController {
  private readonly logger = new Logger('ClientBilling');

  constructor(
    private readonly holders: KeyHolders,
    private readonly options: OptionsService,
  ) {}

  @Get('subscription')
  @Requires('public')
  @ApiRawResponse('application/json', z.union([subscriptionResponse, clientBillingError]))
  subscription(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(request, reply, subscriptionOf);
  }

  /** Clients send a date range, but the figures always cover the whole lifetime of the key. */
  @Get('usage')
  @Requires('public')
  @ApiRawResponse('application/json', z.union([clientUsageResponse, clientBillingError]))
  @ApiRequest({ query: clientUsageQuery })
  usage(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(request, reply, usageOf);
  }

  @Options(['subscription', 'usage'])
  @Requires('public')
  preflight(@Res() reply: FastifyReply): Promise<void> {
    return answerPreflight(reply);
  }

  private async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    figures: (holder: KeyHolder, terms: FigureTerms) => object,
  ): Promise<void> {
    openToPages(reply);
    try {
      const key = keyFromHeader(request.headers.authorization);
      const holder = await this.holders.identify(key, keyArrivalOf(request));
      await reply.code(200).send(figures(holder, this.terms()));
    } catch (error) {
      await this.refuse(error, request, reply);
    }
  }

  private terms(): FigureTerms {
    return {
      ofToken: this.options.get('DisplayTokenStatEnabled'),
      inCurrency: this.options.get('DisplayInCurrencyEnabled'),
      quotaPerUnit: this.options.get('QuotaPerUnit'),
    };
  }

  /** A rejected key gets status 401 or 403. Failures of the gateway itself are reported in the body with status 200. */
  private async refuse(error: unknown, { id }: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (error instanceof ApiError) {
      const message = `${error.message} (request id: ${id})`;
      return void (await reply.code(error.status).send({ error: { message, type: 'new_api_error' } }));
    }
    const { message: text, stack } =
      error instanceof Error ? error : { message: String(error), stack: undefined };
    this.logger.error({ requestId: id, message: text, stack } satisfies LogEntry);
    const away = dependencyFailure(error);
    const { message } = new ApiError(away ?? 'internal_error');
    const type = away === undefined ? 'new_api_error' : 'upstream_error';
    await reply.code(200).send({ error: { message, type, param: '', code: null } });
  }
}
