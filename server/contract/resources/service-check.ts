import { z } from 'zod';
import { MAX_ADDRESS_LENGTH } from '../fields.js';

/** Services outside of the gateway whose settings can be tested. */
export const checkedServices = ['smtp', 'oidc', 'github', 'linuxdo', 'turnstile'] as const;
export type CheckedService = (typeof checkedServices)[number];

/** `POST /api/option/check`: tests the stored settings of a service. */
export const serviceCheckRequest = z.strictObject({
  service: z.enum(checkedServices),
  /** For `smtp`: where the test mail is sent. */
  email: z.email('email_malformed').max(MAX_ADDRESS_LENGTH, 'email_malformed').optional(),
});
export type ServiceCheckRequest = z.infer<typeof serviceCheckRequest>;

export const serviceCheckResponse = z
  .strictObject({
    service: z.enum(checkedServices),
    /** What answered: the host of the mail server, the issuer, or the address of the service. */
    reached: z.string(),
    /** Whether the service accepted the stored credentials; `unknown` if its answer does not say so. */
    credentials: z.enum(['accepted', 'unknown']),
  })
  .meta({ id: 'ServiceCheck' });
export type ServiceCheckResponse = z.infer<typeof serviceCheckResponse>;
