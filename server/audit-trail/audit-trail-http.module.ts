import { Module } from '@nestjs/common';
import { SealsRepository } from '../audit/seals/seals.repository.js';
import { StreamPlacesRepository } from '../notifications/event-streams/stream-places.repository.js';
import { OptionsModule } from '../options/options.module.js';
import { AuditTrailController } from './audit-trail.controller.js';

/** State of the audit log. */
@Module({
  imports: [OptionsModule],
  controllers: [AuditTrailController],
  providers: [SealsRepository, StreamPlacesRepository],
})
export class AuditTrailApi {}
