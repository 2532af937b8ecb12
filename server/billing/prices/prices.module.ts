import { Module } from '@nestjs/common';
import { PriceChangesRepository } from './changes/price-changes.repository.js';
import { PriceRecorder } from './changes/price-recorder.js';
import { PriceUse } from './price-use.js';
import { PricesRepository } from './prices.repository.js';
import { PricesService } from './prices.service.js';

/** Prices. The options they depend on are in a global module. */
@Module({
  providers: [PricesRepository, PricesService, PriceUse, PriceChangesRepository, PriceRecorder],
  exports: [PriceChangesRepository, PricesRepository, PricesService],
})
export class PricesModule {}
