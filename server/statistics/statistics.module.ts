import { Module } from '@nestjs/common';
import { FirstTokensRepository } from './first-tokens.repository.js';
import { OldStatistics } from './old-statistics.service.js';
import { RequestStatistics } from './request-statistics.js';
import { RequestStatisticsRepository } from './request-statistics.repository.js';

@Module({
  providers: [RequestStatistics, RequestStatisticsRepository, FirstTokensRepository, OldStatistics],
  exports: [RequestStatistics, RequestStatisticsRepository, FirstTokensRepository, OldStatistics],
})
export class StatisticsModule {}
