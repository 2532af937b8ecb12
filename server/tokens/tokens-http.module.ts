import { Module } from '@nestjs/common';
import { TokensController } from './tokens.controller.js';
import { TokensModule } from './tokens.module.js';

@Module({ imports: [TokensModule], controllers: [TokensController] })
export class TokensApi {}
