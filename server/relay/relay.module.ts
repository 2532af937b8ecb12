import { Global, Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module.js';
import { CHANNEL_TYPES_NOT_SERVED, MODEL_RELEASES, VIDEO_TERMS } from '../billing/prices/price-list.js';
import { CHANNEL_TESTER } from '../channels/channel-tester.js';
import { ChannelsModule } from '../channels/channels.module.js';
import { OptionsModule } from '../options/options.module.js';
import { StatisticsModule } from '../statistics/statistics.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { UPSTREAM_INFO } from '../channels/upstream/upstream-info.js';
import { typesNotServed } from '../dialects/providers/registry.js';
import { RelayUpstreamInfo } from './upstream-info.js';
import { RelayChannelTester } from './channel-test.js';
import { RelaySettings } from './pipeline/settings.js';
import { RelayServices } from './relay-services.js';
import { Tracing } from './tracing/tracing.js';
import { releaseOf } from '../dialects/providers/model-dates.js';
import { videoTermsOf } from './video-terms.js';

/**
 * The relay's providers. Its routes are not Nest controllers: `app.ts` registers them in a Fastify scope of their own.
 * Global, because the channels and billing modules inject its services without importing it.
 */
@Global()
@Module({
  imports: [OptionsModule, StatisticsModule, BillingModule, TokensModule, ChannelsModule],
  providers: [
    RelaySettings,
    Tracing,
    RelayServices,
    RelayChannelTester,
    RelayUpstreamInfo,
    { provide: UPSTREAM_INFO, useExisting: RelayUpstreamInfo },
    { provide: CHANNEL_TESTER, useExisting: RelayChannelTester },
    { provide: CHANNEL_TYPES_NOT_SERVED, useValue: typesNotServed },
    { provide: VIDEO_TERMS, useValue: videoTermsOf },
    { provide: MODEL_RELEASES, useValue: releaseOf },
  ],
  exports: [
    RelayServices,
    Tracing,
    CHANNEL_TESTER,
    UPSTREAM_INFO,
    CHANNEL_TYPES_NOT_SERVED,
    VIDEO_TERMS,
    MODEL_RELEASES,
  ],
})
export class RelayModule {}
