import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Role } from '../contract/enums.js';
import type { OnboardingResponse } from '../contract/resources/onboarding.js';
import type { SignedIn } from '../core/http/access/account.js';
import { OnboardingRepository } from './onboarding.repository.js';

/** Accounts that are remembered as done; others are looked up again. */
const MAX_REMEMBERED = 10_000;

/** What an account has to do until its first request is answered. */
@Injectable()
export class Onboarding {
  /** By the id of the user. Accounts that are done stay done, also if their token is deleted later. */
  private readonly done = new LRUCache<number, OnboardingResponse>({ max: MAX_REMEMBERED });

  constructor(private readonly stored: OnboardingRepository) {}

  async of({ id, role }: Pick<SignedIn, 'id' | 'role'>): Promise<OnboardingResponse> {
    const remembered = this.done.get(id);
    if (remembered) return remembered;
    const isAdmin = role >= Role.admin;
    const [channel, tokenId, request] = await Promise.all([
      isAdmin ? this.stored.hasWorkingChannel() : null,
      this.stored.usableToken(id, Math.floor(Date.now() / 1000)),
      this.stored.hasAnswer(id),
    ]);
    const done = channel !== false && tokenId !== null && request;
    const facts = { done, channel, token_id: tokenId, request };
    if (done) this.done.set(id, facts);
    return facts;
  }
}
