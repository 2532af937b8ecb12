import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { SealsModule } from '../audit/seals/seals.module.js';
import { EventReceiver } from '../notifications/event-streams/event-receiver.js';
import { StreamPlacesRepository } from '../notifications/event-streams/stream-places.repository.js';
import { OptionsModule } from '../options/options.module.js';
import { AuditRetention } from './audit-retention.service.js';
import { AuditStream } from './audit-stream.service.js';

/** What a worker does with the audit log: sends it, and removes what is too old. */
@Module({
  imports: [AuditModule, OptionsModule, SealsModule],
  providers: [StreamPlacesRepository, EventReceiver, AuditStream, AuditRetention],
  exports: [AuditStream, AuditRetention, AuditModule],
})
export class AuditTrailModule {}
