import { Module } from '@nestjs/common';
import { OnboardingController } from './onboarding.controller.js';
import { OnboardingRepository } from './onboarding.repository.js';
import { Onboarding } from './onboarding.service.js';

@Module({
  controllers: [OnboardingController],
  providers: [Onboarding, OnboardingRepository],
})
export class OnboardingApi {}
