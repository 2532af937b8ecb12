import { Controller, Get, Header } from '@nestjs/common';
import { z } from 'zod';
import { withMessage, type Answer } from '../core/http/envelope.js';
import { ApiResponse } from '../core/http/api-response.js';
import { Requires } from '../core/http/requires.js';
import { HealthService } from './health.service.js';

/**
 * Probes of load balancers and orchestrators, under the names these use by default and under `/api/health`.
 * Liveness says that the process answers; it depends on nothing else, because a restart would not bring back Redis.
 * Readiness says whether to send requests here: 503 from SIGTERM on, and while Redis is away.
 */
@Controller()
export class ProbesController {
  constructor(private readonly health: HealthService) {}

  @Get(['livez', 'healthz', 'api/health/live'])
  @Header('Cache-Control', 'no-store')
  @Requires('public')
  @ApiResponse(z.null())
  live(): Answer<null> {
    return withMessage('alive', null);
  }

  /** @throws Refusal draining, service_unavailable */
  @Get(['readyz', 'api/health/ready'])
  @Header('Cache-Control', 'no-store')
  @Requires('public')
  @ApiResponse(z.null())
  async ready(): Promise<Answer<null>> {
    await this.health.checkReady();
    return withMessage('ready', null);
  }
}
