import { Controller, Get } from '@nestjs/common';
import { priceComparison, type PriceComparison } from '../../../contract/resources/price-comparison.js';
import { ApiResponse } from '../../../core/http/api-response.js';
import { Requires } from '../../../core/http/access/requires.js';
import { PriceComparisonService } from './price-comparison.service.js';

@Controller('api/prices')
export class PriceComparisonController {
  constructor(private readonly comparison: PriceComparisonService) {}

  /** The prices here beside those of the public list that the program contains. */
  @Get('comparison')
  @Requires('admin')
  @ApiResponse(priceComparison)
  read(): Promise<PriceComparison> {
    return this.comparison.read();
  }
}
