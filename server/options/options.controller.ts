import { Body, Controller, Get, Post, Put } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Account, type SignedIn } from '../core/http/account.js';
import { withMessage, type Answer } from '../core/http/answer.js';
import { Requires } from '../core/http/requires.js';
import { saveOption, type SaveOption } from './options.schema.js';
import { OptionsService } from './options.service.js';

@Controller('api/option')
export class OptionsController {
  constructor(private readonly options: OptionsService) {}

  @Get()
  @Requires('admin')
  list(): { key: string; value: string }[] {
    return this.options.list();
  }

  @Put()
  @Requires('admin')
  @RouteConfig({ malformedBody: 'option_body_malformed' })
  async save(@Account() actor: SignedIn, @Body({ schema: saveOption }) body: SaveOption): Promise<void> {
    await this.options.save(actor, body.key, body.value);
  }

  /** The path is spelled so. */
  @Post('rest_model_ratio')
  @Requires('admin')
  async resetModelRatio(@Account() actor: SignedIn): Promise<Answer<null>> {
    await this.options.reset(actor, 'ModelRatio');
    return withMessage('重置模型倍率成功', null);
  }
}
