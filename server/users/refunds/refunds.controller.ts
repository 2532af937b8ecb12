import { Body, Controller, Param, Post } from '@nestjs/common';
import {
  refundRequest,
  refundResponse,
  type RefundRequest,
  type RefundResponse,
} from '../../contract/resources/logs/refund.js';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import { RefundsService } from './refunds.service.js';

@Controller('api/log')
export class RefundsController {
  constructor(private readonly refunds: RefundsService) {}

  /** `id` is the id of the log row or of the request. */
  @Post(':id/refund')
  @Requires('admin')
  @ApiResponse(refundResponse)
  refund(
    @Account() actor: SignedIn,
    @Param('id') id: string,
    @Body({ schema: refundRequest }) body: RefundRequest,
  ): Promise<RefundResponse> {
    return this.refunds.refund(actor, id, body);
  }
}
