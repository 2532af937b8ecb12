import { Controller, Get, Param } from '@nestjs/common';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import { receiptResponse, type ReceiptResponse } from '../../contract/resources/logs/receipt.js';
import { ReceiptsService } from './receipts.service.js';

@Controller('api/log')
export class ReceiptsController {
  constructor(private readonly receipts: ReceiptsService) {}

  /** `id` is the id of the log row or of the request. */
  @Get(':id/receipt')
  @Requires('user')
  @ApiResponse(receiptResponse)
  get(@Account() account: SignedIn, @Param('id') id: string): Promise<ReceiptResponse> {
    return this.receipts.get(account, id);
  }
}
