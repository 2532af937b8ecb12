import { Alert } from '../alerts/alert.entity.js';
import { AuditEntry } from '../audit/audit-entry.entity.js';
import { AuditSeal, AuditSealSignature, AuditState } from '../audit/seals/audit-seal.entity.js';
import { LedgerEntry } from '../billing/ledger/ledger-entry.entity.js';
import { RejectedEntry } from '../billing/ledger/rejected-entry.entity.js';
import { PostingPosition } from '../billing/ledger/posting-position.entity.js';
import { Lease } from '../billing/ledger/posting/lease.entity.js';
import { WriteOff } from '../billing/ledger/write-offs/write-off.entity.js';
import { LogDeletion } from '../billing/logs/log-deletion.entity.js';
import { Log } from '../billing/logs/log.entity.js';
import { QuotaData } from '../billing/logs/quota-data.entity.js';
import { PriceChange } from '../billing/prices/changes/price-change.entity.js';
import { Redemption } from '../billing/redemptions/redemption.entity.js';
import { TopUp } from '../billing/top-ups/top-up.entity.js';
import { UsageDeadLetter } from '../billing/usage-events/usage-dead-letter.entity.js';
import { EventStream } from '../notifications/event-streams/event-stream.entity.js';
import { UnreadUsageMember } from '../billing/unread-usage/unread-usage.entity.js';
import { PurchasePriceRow } from '../billing/costs/purchase-prices/purchase-price.entity.js';
import {
  UsageChannelDay,
  UsageChannelHour,
  UsageDayStart,
  UsageHour,
  UsageRebuildState,
  UsageSummedDay,
} from '../billing/usage-hours/usage-hour.entity.js';
import { CostRanking, CostTimeZone } from '../billing/costs/rankings/cost-ranking.entity.js';
import { AdminKey } from '../users/admin-keys/admin-key.entity.js';
import { Invitation } from '../auth/invitations/invitation.entity.js';
import { Ability } from '../channels/ability.entity.js';
import { Channel } from '../channels/channel.entity.js';
import { DeletedChannel } from '../channels/deleted-channel.entity.js';
import { AlertRoute, AlertTarget } from '../notifications/alert-routes/alert-route.entity.js';
import { OutboxMessage } from '../notifications/outbox/outbox-message.entity.js';
import { Option } from '../options/option.entity.js';
import { Midjourney } from '../tasks/midjourney.entity.js';
import { Task } from '../tasks/task.entity.js';
import { RequestHour, RequestMinute } from '../statistics/request-minute.entity.js';
import { KeyUse } from '../billing/key-uses/key-use.entity.js';
import { FormerKey } from '../tokens/former-keys/former-key.entity.js';
import { Token } from '../tokens/token.entity.js';
import { SavedView } from '../users/saved-views/saved-view.entity.js';
import { Authenticator } from '../users/second-factor/authenticator.entity.js';
import { Passkey } from '../users/second-factor/passkey.entity.js';
import { RecoveryCode } from '../users/second-factor/recovery-code.entity.js';
import { Setup } from '../users/first-account/setup.entity.js';
import { Installation } from './installation.entity.js';
import { PostponedStep } from './postponed-step.entity.js';
import { SecretCheck } from './secret-check.entity.js';
import { User } from '../users/user.entity.js';
import { ImportConsoleRun, ImportUpload } from '../import/console/import-console.entity.js';
import { Import, ImportNote, ImportRow } from '../import/import.entity.js';
import { Notice } from '../status/notices/notice.entity.js';

/** All entities. Features do not import this list. */
export const entities = [
  Notice,
  User,
  Setup,
  Option,
  Token,
  FormerKey,
  KeyUse,
  Channel,
  DeletedChannel,
  Ability,
  Log,
  LogDeletion,
  QuotaData,
  LedgerEntry,
  RejectedEntry,
  PostingPosition,
  Lease,
  WriteOff,
  Redemption,
  TopUp,
  Midjourney,
  Task,
  OutboxMessage,
  AlertRoute,
  AlertTarget,
  SavedView,
  Authenticator,
  Passkey,
  RecoveryCode,
  Invitation,
  AdminKey,
  SecretCheck,
  Installation,
  PostponedStep,
  AuditEntry,
  AuditSeal,
  AuditSealSignature,
  AuditState,
  UnreadUsageMember,
  RequestMinute,
  RequestHour,
  Alert,
  UsageHour,
  UsageChannelHour,
  UsageChannelDay,
  UsageSummedDay,
  CostRanking,
  CostTimeZone,
  UsageDayStart,
  UsageRebuildState,
  PurchasePriceRow,
  PriceChange,
  EventStream,
  UsageDeadLetter,
  Import,
  ImportRow,
  ImportNote,
  ImportUpload,
  ImportConsoleRun,
];
