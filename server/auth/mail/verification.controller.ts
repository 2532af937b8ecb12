import { Controller, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../../core/http/account.js';
import { Answers } from '../../core/http/answers.js';
import { Critical } from '../../core/http/rate-limits.js';
import { Requires } from '../../core/http/requires.js';
import { ForPeople } from '../turnstile.js';
import { bindEmail, wantMail, type BindEmail, type WantMail } from './mail.schema.js';
import { VerificationService } from './verification.service.js';

@Controller('api')
export class VerificationController {
  constructor(private readonly verification: VerificationService) {}

  @Get('verification')
  @Requires('optional', { writes: true })
  @ForPeople()
  @Answers(z.null())
  async send(
    @Query({ schema: wantMail }) { email }: WantMail,
    @Account() account: SignedIn | undefined,
  ): Promise<void> {
    await this.verification.send(email, account?.id ?? 0);
  }

  @Get('oauth/email/bind')
  @Requires('session', { writes: true })
  @Critical()
  @Answers(z.null())
  async bind(
    @Query({ schema: bindEmail }) { email, code }: BindEmail,
    @Account() { id }: SignedIn,
  ): Promise<void> {
    await this.verification.bind(id, email, code);
  }
}
