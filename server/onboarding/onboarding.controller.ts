import { Controller, Get } from '@nestjs/common';
import { onboardingResponse, type OnboardingResponse } from '../contract/resources/onboarding.js';
import { Account, type SignedIn } from '../core/http/access/account.js';
import { ApiResponse } from '../core/http/api-response.js';
import { Requires } from '../core/http/access/requires.js';
import { Onboarding } from './onboarding.service.js';

@Controller('api/onboarding')
export class OnboardingController {
  constructor(private readonly onboarding: Onboarding) {}

  /** What is left to do until the caller's first request is answered. */
  @Get()
  @Requires('user')
  @ApiResponse(onboardingResponse)
  read(@Account() account: SignedIn): Promise<OnboardingResponse> {
    return this.onboarding.of(account);
  }
}
