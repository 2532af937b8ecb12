import { Module } from '@nestjs/common';
import { TokensModule } from '../tokens/tokens.module.js';
import { UsersModule } from '../users/users.module.js';
import { PlaygroundUsers } from './playground/playground-users.js';
import { RelayModule } from './relay.module.js';

/** What the relay's routes need besides; only the server imports it. */
@Module({ imports: [RelayModule, TokensModule, UsersModule], providers: [PlaygroundUsers] })
export class RelayApi {}
