import { Module } from '@nestjs/common';
import { KeyUses } from './key-uses.js';
import { KeyUsesRepository } from './key-uses.repository.js';

@Module({ providers: [KeyUses, KeyUsesRepository], exports: [KeyUses, KeyUsesRepository] })
export class KeyUsesModule {}
