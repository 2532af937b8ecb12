import { Controller, Get } from '@nestjs/common';
import {
  balanceSumsResponse,
  type BalanceSumsResponse,
} from '../../contract/resources/ledger/balance-sums.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import { BalancesRepository } from './balances.repository.js';

@Controller('api/books/sums')
export class BalanceSumsController {
  constructor(private readonly balances: BalancesRepository) {}

  /** What a change of `QuotaPerUnit` revalues. */
  @Get()
  @Requires('admin')
  @ApiResponse(balanceSumsResponse)
  sums(): Promise<BalanceSumsResponse> {
    return this.balances.sums();
  }
}
