import { Controller, Get, Header } from '@nestjs/common';
import { z } from 'zod';
import { readinessResponse, type ReadinessResponse } from '../contract/resources/status.js';
import { withMessage, type Answer } from '../core/http/envelope.js';
import { ApiResponse } from '../core/http/api-response.js';
import { Requires } from '../core/http/access/requires.js';
import { HealthService } from './health.service.js';

/**
 * Probes for load balancers and orchestrators, under their default names and under `/api/health`.
 * Liveness only means that the process responds. It checks nothing else, because a restart would not repair Redis.
 * Readiness means that a request can be charged: 503 after SIGTERM, and with the cause while the ledger in Redis cannot be used
 * or is not posted. A replica that is not used does not matter: the primary is read instead.
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

  /** @throws ApiError draining, not_ready */
  @Get(['readyz', 'api/health/ready'])
  @Header('Cache-Control', 'no-store')
  @Requires('public')
  @ApiResponse(readinessResponse)
  async ready(): Promise<Answer<ReadinessResponse>> {
    const away = await this.health.checkReady();
    return withMessage(
      away.length === 0 ? 'ready' : `ready, without the Redis shards ${away.join(', ')}`,
      this.health.readsOfLists(),
    );
  }
}
