import { Module } from '@nestjs/common';
import { LedgerModule } from '../billing/ledger/ledger.module.js';
import { QuotaWarnings } from '../billing/ledger/posting/quota-warnings.js';
import { LogsModule } from '../billing/logs/logs.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { SubmissionResults } from './engine/submission-results.js';
import { TaskCancellations } from './engine/task-cancellations.js';
import { TaskCharges } from './engine/task-charges.js';
import { TaskEndings } from './engine/task-endings.js';
import { TaskHooks } from './engine/task-hooks.js';
import { TaskLeases } from './engine/task-leases.js';
import { TaskOwnersRepository } from './engine/task-owners.repository.js';
import { TaskPoller } from './engine/task-poller.js';
import { TaskPollsRepository } from './engine/task-polls.repository.js';
import { TaskQueries } from './engine/task-queries.js';
import { TaskReports } from './engine/task-reports.js';
import { TaskReservations } from './engine/task-reservations.js';
import { TaskSubmitter } from './engine/task-submitter.js';
import { TasksRepository } from './engine/tasks.repository.js';

/** Asynchronous tasks without HTTP routes: submission, polling, endings. Needs the relay's services. */
@Module({
  imports: [LedgerModule, LogsModule, NotificationsModule],
  providers: [
    QuotaWarnings,
    TasksRepository,
    TaskPollsRepository,
    TaskOwnersRepository,
    TaskCharges,
    TaskCancellations,
    TaskHooks,
    TaskEndings,
    TaskLeases,
    TaskQueries,
    TaskReports,
    TaskPoller,
    TaskReservations,
    SubmissionResults,
    TaskSubmitter,
  ],
  exports: [TasksRepository, TaskPollsRepository, TaskCancellations, TaskEndings, TaskPoller, TaskSubmitter],
})
export class TasksModule {}
