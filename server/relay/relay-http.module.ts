import { Module } from '@nestjs/common';
import { TokensModule } from '../tokens/tokens.module.js';
import { SecondFactorModule } from '../users/second-factor/second-factor.module.js';
import { UsersModule } from '../users/users.module.js';
import { PlaygroundUsers } from './playground/playground-users.js';
import { RelayModule } from './relay.module.js';

/** Further providers of the relay's routes; imported by the server only, not by the worker. */
@Module({
  imports: [RelayModule, SecondFactorModule, TokensModule, UsersModule],
  providers: [PlaygroundUsers],
})
export class RelayApi {}
