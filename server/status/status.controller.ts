import { Controller, Get } from '@nestjs/common';
import { Requires } from '../core/http/requires.js';
import { OptionsService } from '../options/options.service.js';
import { withMessage, type Answer } from '../core/http/answer.js';
import { publicStatus, type PublicStatus } from './public-status.js';
import { HealthService } from './health.service.js';

/** What anyone may know: names, switches, pages (spec/options.md 4). */
@Controller('api')
export class StatusController {
  constructor(
    private readonly options: OptionsService,
    private readonly health: HealthService,
  ) {}

  @Get('status')
  @Requires('public')
  status(): PublicStatus {
    return publicStatus(this.options);
  }

  @Get('status/test')
  @Requires('admin')
  async test(): Promise<Answer<null>> {
    await this.health.checkDatabase();
    return withMessage('Server is running', null);
  }

  @Get('notice')
  @Requires('public')
  notice(): string {
    return this.options.text('Notice');
  }

  @Get('about')
  @Requires('public')
  about(): string {
    return this.options.text('About');
  }

  @Get('home_page_content')
  @Requires('public')
  homePage(): string {
    return this.options.text('HomePageContent');
  }

  /** The process is there. Says nothing about what it depends on: restarting would not bring that back. */
  @Get('health/live')
  @Requires('public')
  live(): Answer<null> {
    return withMessage('alive', null);
  }

  /** Should requests be sent here? Not while draining, and not while Redis, without which nothing is relayed, is away. */
  @Get('health/ready')
  @Requires('public')
  async ready(): Promise<Answer<null>> {
    await this.health.checkReady();
    return withMessage('ready', null);
  }
}
