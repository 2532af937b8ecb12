import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import {
  costProofQuery,
  costProofResponse,
  costsRequest,
  costsResponse,
  type CostProofQuery,
  type CostProofResponse,
  type CostsRequest,
  type CostsResponse,
} from '../../contract/resources/costs/costs.js';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import { Costs } from './costs.service.js';

@Controller('api/costs')
export class CostsController {
  constructor(private readonly costs: Costs) {}

  /** Costs of a period by one or two dimensions: all for administrators, their own for users. */
  @Post('query')
  @Requires('user')
  @ApiResponse(costsResponse)
  query(
    @Account() account: SignedIn,
    @Body({ schema: costsRequest }) body: CostsRequest,
  ): Promise<CostsResponse> {
    return this.costs.answer(account, body);
  }

  /** The sums of a period beside those of the ledger. */
  @Get('proof')
  @Requires('user')
  @ApiResponse(costProofResponse)
  proof(
    @Account() account: SignedIn,
    @Query({ schema: costProofQuery }) query: CostProofQuery,
  ): Promise<CostProofResponse> {
    return this.costs.proof(account, query);
  }
}
