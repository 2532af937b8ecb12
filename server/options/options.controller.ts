import { randomUUID } from 'node:crypto';
import { Body, Controller, Get, Post, Put } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../core/http/access/account.js';
import { withExtras, withMessage, type Answer } from '../core/http/envelope.js';
import { Confirmation } from '../core/http/access/confirmation.js';
import { ApiResponse } from '../core/http/api-response.js';
import { Requires } from '../core/http/access/requires.js';
import { routeConfig } from '../core/http/route-config.js';
import {
  optionListExtras,
  optionListResponse,
  resetModelRatioRequest,
  saveOptionRequest,
  type OptionListResponse,
  type ResetModelRatioRequest,
  type SaveOptionRequest,
} from '../contract/resources/option.js';
import { OptionsEditor } from './options-editor.js';
import { OptionsService } from './options.service.js';

@Controller('api/option')
export class OptionsController {
  constructor(
    private readonly options: OptionsService,
    private readonly editor: OptionsEditor,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @Requires('admin')
  @ApiResponse(optionListResponse, optionListExtras)
  list(): Answer<OptionListResponse> {
    return withExtras(this.options.list(), {
      root_keys: this.options.rootKeys(),
      stored_secrets: this.options.storedSecrets(),
    });
  }

  @Put()
  @Requires('admin')
  @ApiResponse(z.null())
  @routeConfig({ malformedBody: 'option_body_malformed' })
  async save(
    @Account() actor: SignedIn,
    @Body({ schema: saveOptionRequest }) body: SaveOptionRequest,
  ): Promise<void> {
    const { key, value, value_before: shown, confirmed } = body;
    if (this.editor.isSensitiveChange(actor, key, value)) this.confirmation.require(actor);
    await this.editor.save(actor, key, value, { shown, confirmed });
  }

  /** The spelling is that of the compatible API. */
  @Post('rest_model_ratio')
  @Requires('admin')
  @ApiResponse(z.null())
  async resetModelRatio(
    @Account() actor: SignedIn,
    @Body({ schema: resetModelRatioRequest }) { confirmed }: ResetModelRatioRequest,
  ): Promise<Answer<null>> {
    const operation = { id: randomUUID(), how: 'reset' };
    await this.editor.reset(actor, 'ModelRatio', { confirmed, operation });
    return withMessage('重置模型倍率成功', null);
  }
}
