import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { ApiResponse } from '../core/http/api-response.js';
import { Requires } from '../core/http/access/requires.js';
import { OptionsService } from '../options/options.service.js';
import { withMessage, type Answer } from '../core/http/envelope.js';
import { statusResponse, type StatusResponse } from '../contract/resources/status.js';
import { publicStatus } from './public-status.js';
import { RootAccount } from '../users/first-account/root-account.js';
import { HealthService } from './health.service.js';
import { releaseResponse, type ReleaseResponse } from '../contract/resources/status.js';
import { ReleasesService } from './releases.service.js';

/** Public information about the installation, and administrator checks. */
@Controller('api')
export class StatusController {
  constructor(
    private readonly options: OptionsService,
    private readonly health: HealthService,
    private readonly root: RootAccount,
    private readonly releases: ReleasesService,
  ) {}

  @Get('status')
  @Requires('public')
  @ApiResponse(statusResponse)
  async status(): Promise<StatusResponse> {
    return publicStatus(this.options, await this.root.isSetUp());
  }

  @Get('status/test')
  @Requires('admin')
  @ApiResponse(z.null())
  async test(): Promise<Answer<null>> {
    await this.health.checkDatabase();
    return withMessage('Server is running', null);
  }

  /** @throws ApiError release_url_missing, update_check_failed */
  @Get('status/release')
  @Requires('admin')
  @ApiResponse(releaseResponse)
  latestRelease(): Promise<ReleaseResponse> {
    return this.releases.latest(this.options.get('ReleaseAddress'));
  }

  @Get('notice')
  @Requires('public')
  @ApiResponse(z.string())
  notice(): string {
    return this.options.get('Notice');
  }

  @Get('about')
  @Requires('public')
  @ApiResponse(z.string())
  about(): string {
    return this.options.get('About');
  }

  @Get('home_page_content')
  @Requires('public')
  @ApiResponse(z.string())
  homePage(): string {
    return this.options.get('HomePageContent');
  }
}
