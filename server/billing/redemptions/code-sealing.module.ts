import { Module } from '@nestjs/common';
import { CodeSealing } from './code-sealing.js';

/** Worker part of redemption codes. */
@Module({ providers: [CodeSealing], exports: [CodeSealing] })
export class CodeSealingModule {}
