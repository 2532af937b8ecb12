import { Module } from '@nestjs/common';
import { TableFenceRepository } from '../../core/postgres/table-fence.repository.js';
import { Sealing } from './sealing.service.js';
import { SealsRepository } from './seals.repository.js';

/** Seals of the audit log, by the worker. */
@Module({
  providers: [TableFenceRepository, SealsRepository, Sealing],
  exports: [SealsRepository, Sealing],
})
export class SealsModule {}
