import {
  applyDecorators,
  Inject,
  Injectable,
  Logger,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Env } from '../core/env.js';
import { EgressClient } from '../core/egress/egress-client.js';
import { clientAddress } from '../core/http/proxies.js';
import { ENV } from '../core/injection.js';
import { Critical } from '../core/http/requires.js';
import { ApiError } from '../contract/errors/api-error.js';
import { OptionsService } from '../options/options.service.js';

const TIMEOUT_MS = 5000;
/** Limit of a verification response, bytes; real ones have a few hundred. */
const MAX_VERDICT_BYTES = 16 * 1024;
/** https://developers.cloudflare.com/turnstile/get-started/server-side-validation */
const MAX_TOKEN_LENGTH = 2048;

const query = z.object({ turnstile: z.string().min(1) });
const verdict = z.object({ success: z.boolean() });

/**
 * Verifies the Turnstile token of a request with Cloudflare. Tokens are valid once, so results are not cached. If the
 * verification itself fails, the request is rejected.
 */
@Injectable()
export class TurnstileGuard implements CanActivate {
  private readonly logger = new Logger('Turnstile');

  constructor(
    private readonly options: OptionsService,
    private readonly egress: EgressClient,
    @Inject(ENV) private readonly env: Env,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.options.get('TurnstileCheckEnabled')) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const parsed = query.safeParse(request.query);
    if (!parsed.success) throw new ApiError('turnstile_missing');
    const { turnstile } = parsed.data;
    const secret = this.options.get('TurnstileSecretKey');
    if (secret === '') this.logger.error('TurnstileSecretKey is not set: every check fails');
    if (secret === '' || turnstile.length > MAX_TOKEN_LENGTH) throw new ApiError('turnstile_failed');
    if (!(await this.passes(secret, turnstile, request))) throw new ApiError('turnstile_failed');
    return true;
  }

  private async passes(secret: string, token: string, request: FastifyRequest): Promise<boolean> {
    try {
      const answer = await this.egress.fetch(this.env.TURNSTILE_VERIFY_ADDRESS, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams({ secret, response: token, remoteip: clientAddress(request) }).toString(),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_VERDICT_BYTES,
      });
      // Cloudflare uses various statuses for rejections; only the `success` field counts.
      return verdict.parse(JSON.parse(answer.body.toString('utf8'))).success;
    } catch (error) {
      throw new ApiError('turnstile_unreachable', {}, { cause: error });
    }
  }
}

/**
 * Marks a route that attracts automated abuse: it counts as critical, and requires a Turnstile token if the operator
 * enabled that.
 */
export const RequireHuman = (): MethodDecorator => applyDecorators(Critical(), UseGuards(TurnstileGuard));
