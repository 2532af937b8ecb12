import { Module } from '@nestjs/common';
import { LogCleaning } from './log-cleaning.service.js';
import { KeyHolders } from '../key-holder.js';
import { KeyHolderRepository } from '../key-holder.repository.js';
import { KeyUsesModule } from '../key-uses/key-uses.module.js';
import { LogsController } from './logs.controller.js';
import { LogsModule } from './logs.module.js';
import { OldLogsModule } from './old-logs.module.js';
import { ReceiptsController } from './receipts.controller.js';
import { ReceiptsService } from './receipts.service.js';
import { TokenLogsController } from './token-logs.controller.js';
import { TokenLogs } from './token-logs.service.js';

@Module({
  imports: [KeyUsesModule, LogsModule, OldLogsModule],
  controllers: [TokenLogsController, LogsController, ReceiptsController],
  providers: [LogCleaning, TokenLogs, KeyHolderRepository, KeyHolders, ReceiptsService],
})
export class LogsApi {}
