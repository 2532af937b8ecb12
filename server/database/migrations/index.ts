import { CreateAccounts1795200000000 } from './initial-schema/1795200000000-create-accounts.js';
import { CreateChannelsAndTokens1795200000001 } from './initial-schema/1795200000001-create-channels-and-tokens.js';
import { CreateBooks1795200000002 } from './initial-schema/1795200000002-create-books.js';
import { CreateTasks1795200000003 } from './initial-schema/1795200000003-create-tasks.js';
import { IndexOrdersAndTasks1795200000004 } from './initial-schema/1795200000004-index-orders-and-tasks.js';
import { SpeedUpLists1795200000005 } from './initial-schema/1795200000005-speed-up-lists.js';
import { SpeedUpSearches1795200000006 } from './initial-schema/1795200000006-speed-up-searches.js';
import { IndexReceipts1795200000007 } from './initial-schema/1795200000007-index-receipts.js';
import { CreateOutbox1795200000101 } from './initial-schema/1795200000101-create-outbox.js';
import { IndexStates1795200000102 } from './initial-schema/1795200000102-index-states.js';
import { CreatePostponedSteps1795300000010 } from './1795300000010-create-postponed-steps.js';
import { SealRedemptionCodes1795300000011 } from './1795300000011-seal-redemption-codes.js';
import { WriteOffUncollected1795300000021 } from './ledger/1795300000021-write-off-uncollected.js';
import { KeepRejectedEntries1795300000022 } from './ledger/1795300000022-keep-rejected-entries.js';
import { CreateSecretChecks1795300000061 } from './1795300000061-create-secret-checks.js';
import { PollTasks1795300000071 } from './1795300000071-poll-tasks.js';
import { FewerLogIndexes1795300000081 } from './logs/1795300000081-fewer-log-indexes.js';
import { LeaveRoomForBalances1795300000082 } from './1795300000082-leave-room-for-balances.js';
import { SettledAt1795400000001 } from './ledger/1795400000001-settled-at.js';
import { ProvisionalRejections1795400000002 } from './ledger/1795400000002-provisional-rejections.js';
import { CreateAuditLog1795400000011 } from './audit/1795400000011-create-audit-log.js';
import { WriteOffCauses1795500000001 } from './ledger/1795500000001-write-off-causes.js';
import { CreateUnreadUsage1795600000001 } from './ledger/1795600000001-create-unread-usage.js';
import { RetryInNextGroups1795700000001 } from './tokens/1795700000001-retry-in-next-groups.js';
import { NamesInHistory1795700000100 } from './logs/1795700000100-names-in-history.js';
import { ChannelBalances1795700000110 } from './1795700000110-channel-balances.js';
import { ShardsOfRedis1795700000530 } from './ledger/1795700000530-shards-of-redis.js';
import { CreateInstallations1795700000120 } from './1795700000120-create-installations.js';
import { CreateLeases1795700000121 } from './1795700000121-create-leases.js';
import { LastChannelTest1795700000140 } from './1795700000140-last-channel-test.js';
import { IndexFailedRequests1795700000150 } from './logs/1795700000150-index-failed-requests.js';
import { CreateAlerts1795700000170 } from './1795700000170-create-alerts.js';
import { CreateUsageEvents1795700000200 } from './statistics/1795700000200-create-usage-events.js';
import { CreateRequestStatistics1795700000160 } from './statistics/1795700000160-create-request-statistics.js';
import { CreateUsageHours1795700000180 } from './statistics/1795700000180-create-usage-hours.js';
import { CreatePurchasePrices1795700000181 } from './statistics/1795700000181-create-purchase-prices.js';
import { DrainChannels1795700000210 } from './1795700000210-drain-channels.js';
import { IndexChannelErrors1795700000211 } from './logs/1795700000211-index-channel-errors.js';
import { IndexLogResults1795700000212 } from './logs/1795700000212-index-log-results.js';
import { CountRefusedKeys1795700000213 } from './statistics/1795700000213-count-refused-keys.js';
import { CreateUsageDays1795700000214 } from './statistics/1795700000214-create-usage-days.js';
import { RouteAlerts1795700000220 } from './1795700000220-route-alerts.js';
import { CreateSavedViews1795700000221 } from './statistics/1795700000221-create-saved-views.js';
import { IndexTokenNames1795700000240 } from './tokens/1795700000240-index-token-names.js';
import { CreateUsageUserDays1795700000241 } from './statistics/1795700000241-create-usage-user-days.js';
import { CreateAdminKeys1795700000450 } from './accounts/1795700000450-create-admin-keys.js';
import { CreateInvitations1795700000320 } from './accounts/1795700000320-create-invitations.js';
import { CreatePriceChanges1795700000340 } from './1795700000340-create-price-changes.js';
import { AddRedemptionCampaigns1795700000350 } from './1795700000350-add-redemption-campaigns.js';
import { CreateNotices1795700000351 } from './1795700000351-create-notices.js';
import { IndexAuditTime1795700000365 } from './audit/1795700000365-index-audit-time.js';
import { CreateImportRuns1795700000520 } from './imports/1795700000520-create-import-runs.js';
import { CreateImports1795700000370 } from './1795700000370-create-imports.js';
import { IndexLargeTables1795700000371 } from './logs/1795700000371-index-large-tables.js';
import { CreateSchemaReleases1795700000372 } from './1795700000372-create-schema-releases.js';
import { PartitionRequestStatistics1795700000380 } from './statistics/1795700000380-partition-request-statistics.js';
import { CreateCostRankings1795700000381 } from './statistics/1795700000381-create-cost-rankings.js';
import { NameHashSecrets1795700000440 } from './accounts/1795700000440-name-hash-secrets.js';
import { CreateSecondFactors1795700000400 } from './accounts/1795700000400-create-second-factors.js';
import { UpdateImportedRows1795700000395 } from './1795700000395-update-imported-rows.js';
import { CreateAuditSeals1795700000420 } from './audit/1795700000420-create-audit-seals.js';
import { IndexAuditRequests1795700000421 } from './audit/1795700000421-index-audit-requests.js';
import { TokenScopesAndKeyEnds1795700000430 } from './tokens/1795700000430-token-scopes-and-key-ends.js';
import { CreateFormerKeys1795700000431 } from './tokens/1795700000431-create-former-keys.js';
import { CreateKeyUses1795700000432 } from './tokens/1795700000432-create-key-uses.js';
import type { Migration } from '../migration.js';

/**
 * All migrations, oldest first; CONTRIBUTING.md has their rules. The result of a released migration is never changed. Some were changed
 * in their steps, so that servers of the previous release keep working meanwhile: 1795300000011 postpones, 1795300000081 locks in
 * another order, and the indexes of later ones are built without blocking, some of them by 1795700000371.
 */
export const migrations: (new () => Migration)[] = [
  CreateAccounts1795200000000,
  CreateChannelsAndTokens1795200000001,
  CreateBooks1795200000002,
  CreateTasks1795200000003,
  IndexOrdersAndTasks1795200000004,
  SpeedUpLists1795200000005,
  SpeedUpSearches1795200000006,
  IndexReceipts1795200000007,
  CreateOutbox1795200000101,
  IndexStates1795200000102,
  CreatePostponedSteps1795300000010,
  SealRedemptionCodes1795300000011,
  WriteOffUncollected1795300000021,
  KeepRejectedEntries1795300000022,
  CreateSecretChecks1795300000061,
  PollTasks1795300000071,
  FewerLogIndexes1795300000081,
  LeaveRoomForBalances1795300000082,
  SettledAt1795400000001,
  ProvisionalRejections1795400000002,
  CreateAuditLog1795400000011,
  WriteOffCauses1795500000001,
  CreateUnreadUsage1795600000001,
  RetryInNextGroups1795700000001,
  NamesInHistory1795700000100,
  ChannelBalances1795700000110,
  CreateInstallations1795700000120,
  CreateLeases1795700000121,
  LastChannelTest1795700000140,
  IndexFailedRequests1795700000150,
  CreateRequestStatistics1795700000160,
  CreateAlerts1795700000170,
  CreateUsageHours1795700000180,
  CreatePurchasePrices1795700000181,
  CreateUsageEvents1795700000200,
  DrainChannels1795700000210,
  IndexChannelErrors1795700000211,
  IndexLogResults1795700000212,
  CountRefusedKeys1795700000213,
  CreateUsageDays1795700000214,
  RouteAlerts1795700000220,
  CreateSavedViews1795700000221,
  IndexTokenNames1795700000240,
  CreateUsageUserDays1795700000241,
  CreateInvitations1795700000320,
  CreatePriceChanges1795700000340,
  AddRedemptionCampaigns1795700000350,
  CreateNotices1795700000351,
  IndexAuditTime1795700000365,
  CreateImports1795700000370,
  IndexLargeTables1795700000371,
  CreateSchemaReleases1795700000372,
  PartitionRequestStatistics1795700000380,
  CreateCostRankings1795700000381,
  UpdateImportedRows1795700000395,
  TokenScopesAndKeyEnds1795700000430,
  CreateFormerKeys1795700000431,
  CreateKeyUses1795700000432,
  CreateSecondFactors1795700000400,
  CreateAuditSeals1795700000420,
  IndexAuditRequests1795700000421,
  NameHashSecrets1795700000440,
  CreateAdminKeys1795700000450,
  CreateImportRuns1795700000520,
  ShardsOfRedis1795700000530,
];
