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
import { Critical } from '../core/http/access/requires.js';
import { ApiError } from '../contract/errors/api-error.js';
import { OptionsService } from '../options/options.service.js';
import { turnstileVerdict } from './turnstile-verdict.js';

/** https://developers.cloudflare.com/turnstile/get-started/server-side-validation */
const MAX_TOKEN_LENGTH = 2048;

const query = z.object({ turnstile: z.string().min(1) });

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
      const { passed } = await turnstileVerdict(this.egress, this.env.TURNSTILE_VERIFY_ADDRESS, {
        secret,
        token,
        remoteip: clientAddress(request),
      });
      return passed;
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
