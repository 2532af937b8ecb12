import { Body, Controller, Get, Post } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { withExtras, type Answer } from '../../core/http/envelope.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import { GroupsService } from '../../options/groups/groups.service.js';
import { priceListExtras, priceResponse, type PriceResponse } from '../../contract/resources/price.js';
import {
  taskChargeRequest,
  taskChargeResponse,
  type TaskChargeRequest,
  type TaskChargeResponse,
} from '../../contract/resources/tasks/task-price.js';
import { PriceList } from './price-list.js';

@Controller('api/pricing')
export class PricingController {
  constructor(
    private readonly prices: PriceList,
    private readonly groups: GroupsService,
  ) {}

  /** The groups, and the models without a price, depend on the account. */
  @Get()
  @Requires('optional')
  @ApiResponse(z.array(priceResponse), priceListExtras)
  async list(@Account() account: SignedIn | undefined): Promise<Answer<PriceResponse[]>> {
    const own = account?.group ?? '';
    const offers = Object.entries(this.groups.offeredTo(own));
    return withExtras(await this.prices.rowsFor(account), {
      group_ratio: Object.fromEntries(offers.map(([group, { ratio }]) => [group, ratio])),
      usable_group: Object.fromEntries(offers.map(([group, { desc }]) => [group, desc])),
      auto_groups: this.groups.automaticFor(own),
    });
  }

  /** What a task costs at a price that is not saved yet. */
  @Post('task')
  @Requires('admin')
  @ApiResponse(taskChargeResponse)
  taskCharge(@Body({ schema: taskChargeRequest }) body: TaskChargeRequest): TaskChargeResponse {
    return this.prices.taskCharge(body);
  }
}
