import { Controller, Get, Param } from '@nestjs/common';
import { Account, type SignedIn } from '../../core/http/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/requires.js';
import { receiptAnswer, type ReceiptAnswer } from './receipt-answer.js';
import { ReceiptsService } from './receipts.service.js';

@Controller('api/log')
export class ReceiptsController {
  constructor(private readonly receipts: ReceiptsService) {}

  /** `id` is the id of the log row or of the request. */
  @Get(':id/receipt')
  @Requires('user')
  @ApiResponse(receiptAnswer)
  get(@Account() account: SignedIn, @Param('id') id: string): Promise<ReceiptAnswer> {
    return this.receipts.get(account, id);
  }
}
