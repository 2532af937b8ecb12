import { z } from 'zod';

/** Maximum length accepted at sign-in. */
const MAX_PASSWORD_LENGTH = 1000;
const SHORTEST_PASSWORD = 8;

/** `POST /api/setup`; name and passwords are used only while there is no super administrator. */
export const setupBody = z.strictObject(
  {
    username: z.string('setup_body_malformed').trim().default(''),
    password: z.string('setup_body_malformed').max(MAX_PASSWORD_LENGTH, 'setup_body_malformed').default(''),
    confirmPassword: z.string('setup_body_malformed').default(''),
    SelfUseModeEnabled: z.boolean('setup_body_malformed').default(false),
    DemoSiteEnabled: z.boolean('setup_body_malformed').default(false),
  },
  'setup_body_malformed',
);
export type SetupBody = z.infer<typeof setupBody>;

/** The requested super administrator account, validated in the order of the form's fields. */
export const rootWish = z
  .object({
    username: z.string().refine(isFit, 'setup_name_unfit'),
    password: z.string(),
    confirmPassword: z.string(),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, 'setup_passwords_differ')
  .refine(({ password }) => Array.from(password).length >= SHORTEST_PASSWORD, 'setup_password_short');

/** The rule for all new user names: 1 to 12 characters, not an email address. */
function isFit(name: string): boolean {
  const length = Array.from(name).length;
  return length >= 1 && length <= 12 && !name.includes('@');
}

/** `GET /api/setup`. */
export const setupAnswer = z.strictObject({
  status: z.boolean(),
  root_init: z.boolean(),
  database_type: z.enum(['', 'postgres']),
});
export type SetupAnswer = z.infer<typeof setupAnswer>;
