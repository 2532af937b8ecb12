import { Module } from '@nestjs/common';
import { OldStatistics } from './old-statistics.service.js';
import { RequestStatistics } from './request-statistics.js';
import { RequestStatisticsRepository } from './request-statistics.repository.js';

@Module({
  providers: [RequestStatistics, RequestStatisticsRepository, OldStatistics],
  exports: [RequestStatistics, RequestStatisticsRepository, OldStatistics],
})
export class StatisticsModule {}
