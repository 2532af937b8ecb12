import { z } from 'zod';
import { Role } from '../../enums.js';
import { language, MAX_ADDRESS_LENGTH, MAX_QUOTA, password } from '../../fields.js';
import { newUsername } from './user.js';

/** Roles that an invitation can grant: each below that of the one who invites. */
const invitedRole = z
  .union([z.literal(Role.user), z.literal(Role.admin)])
  .describe('Role: 1 user, 10 administrator; only the super administrator invites administrators.');

/** `POST /api/invitation` */
export const inviteRequest = z.strictObject({
  email: z.email('email_malformed').max(MAX_ADDRESS_LENGTH, 'email_malformed'),
  role: invitedRole.default(Role.user),
  group: z.string().min(1, 'group_unknown').max(64, 'group_unknown').default('default'),
  quota: z
    .int()
    .min(0, 'quota_negative')
    .max(MAX_QUOTA)
    .optional()
    .describe('Quota units of the new account; absent: as after a registration.'),
  language: language
    .optional()
    .describe('Of the mail; absent: the option DefaultLanguage, else Chinese and English.'),
});
export type InviteRequest = z.infer<typeof inviteRequest>;
export type InviteFields = z.input<typeof inviteRequest>;

/** An invitation that was not accepted yet. Its link is in the mail alone. */
export const invitationResponse = z
  .strictObject({
    id: z.int(),
    email: z.string(),
    role: z.int(),
    group: z.string(),
    quota: z.int().nullable().describe('Quota units; null: as after a registration.'),
    inviter: z.string().describe('Name of the administrator who sent it.'),
    /** Unix seconds. */
    created_at: z.int(),
    /** Unix seconds. */
    expires_at: z.int(),
  })
  .meta({ id: 'Invitation' });
export type InvitationResponse = z.infer<typeof invitationResponse>;

export const invitationsResponse = z.array(invitationResponse);

const token = z.string().min(1, 'invitation_invalid').max(128, 'invitation_invalid');

/** The link is in the body, because addresses of requests are stored in logs of proxies. */
export const readInvitationRequest = z.strictObject({ token });
export type ReadInvitationRequest = z.infer<typeof readInvitationRequest>;

/** What an invited person sees before accepting. */
export const readInvitationResponse = z
  .strictObject({ email: z.string(), inviter: z.string(), expires_at: z.int() })
  .meta({ id: 'ReceivedInvitation' });
export type ReadInvitationResponse = z.infer<typeof readInvitationResponse>;

export const acceptInvitationRequest = z.strictObject({ token, username: newUsername, password });
export type AcceptInvitationRequest = z.infer<typeof acceptInvitationRequest>;
