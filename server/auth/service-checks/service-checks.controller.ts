import { Body, Controller, Post } from '@nestjs/common';
import {
  serviceCheckRequest,
  serviceCheckResponse,
  type ServiceCheckRequest,
  type ServiceCheckResponse,
} from '../../contract/resources/service-check.js';
import type { Language } from '../../contract/languages.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { PageLanguage } from '../../core/http/languages/page-language.js';
import { Requires } from '../../core/http/access/requires.js';
import { ServiceChecks } from './service-checks.service.js';

@Controller('api/option/check')
export class ServiceChecksController {
  constructor(private readonly checks: ServiceChecks) {}

  /** Super administrators alone set these options, and answers of the services are theirs to read. */
  @Post()
  @Requires('root')
  @ApiResponse(serviceCheckResponse)
  check(
    @Body({ schema: serviceCheckRequest }) body: ServiceCheckRequest,
    @PageLanguage() page: Language | undefined,
  ): Promise<ServiceCheckResponse> {
    return this.checks.check(body, page);
  }
}
