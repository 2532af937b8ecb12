import { Injectable } from '@nestjs/common';
import { ApiError } from '../../contract/errors/api-error.js';
import { OptionsService } from '../../options/options.service.js';

/** Which e-mail addresses are accepted. */
@Injectable()
export class MailAddresses {
  constructor(private readonly options: OptionsService) {}

  /** @throws ApiError if the address is malformed or excluded by the operator's restrictions */
  assertAllowed(email: string): void {
    const [local = '', domain = '', ...more] = email.toLowerCase().split('@');
    if (more.length > 0 || local === '' || domain === '') throw new ApiError('email_malformed');
    if (this.options.get('EmailDomainRestrictionEnabled')) {
      const domains = this.options.get('EmailDomainWhitelist').split(',');
      if (!domains.some((allowed) => allowed.trim().toLowerCase() === domain))
        throw new ApiError('email_domain_refused');
    }
    if (this.options.get('EmailAliasRestrictionEnabled') && /[+.]/.test(local))
      throw new ApiError('email_alias_refused');
  }
}
