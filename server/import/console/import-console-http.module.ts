import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { ImportConsoleController } from './import-console.controller.js';
import { ImportRunsRepository } from './import-runs.repository.js';
import { ImportRuns } from './import-runs.service.js';
import { ImportUploads } from './import-uploads.service.js';

@Module({
  imports: [AuditModule],
  controllers: [ImportConsoleController],
  providers: [ImportRuns, ImportRunsRepository, ImportUploads],
})
export class ImportConsoleApi {}
