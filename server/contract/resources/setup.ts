import { z } from 'zod';

/** Maximum length accepted at sign-in. */
const MAX_PASSWORD_LENGTH = 1000;

export const setupResponse = z
  .strictObject({
    /** True once setup is complete. */
    status: z.boolean(),
    /** True if there is a super administrator. */
    root_init: z.boolean(),
    database_type: z.enum(['', 'postgres']),
    /** True if only the link that the server printed leads to the setup (`token`). */
    link_required: z.boolean(),
  })
  .meta({ id: 'Setup' });
export type SetupResponse = z.infer<typeof setupResponse>;

/** Completes the setup; name and passwords are used only while there is no super administrator. */
export const setupRequest = z.strictObject(
  {
    username: z.string('setup_body_malformed').trim().default(''),
    password: z.string('setup_body_malformed').max(MAX_PASSWORD_LENGTH, 'setup_body_malformed').default(''),
    confirmPassword: z.string('setup_body_malformed').default(''),
    SelfUseModeEnabled: z.boolean('setup_body_malformed').default(false),
    DemoSiteEnabled: z.boolean('setup_body_malformed').default(false),
    /** Of the link that the server printed at its start, where one is required. */
    token: z.string('setup_body_malformed').max(200, 'setup_body_malformed').default(''),
  },
  'setup_body_malformed',
);
export type SetupRequest = z.infer<typeof setupRequest>;
