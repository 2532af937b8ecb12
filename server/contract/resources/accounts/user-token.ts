import { z } from 'zod';
import { integerParameter, pageParameters, pageResponse, textParameter } from '../../query.js';
import { tokenResponse, tokenStatusParameter } from '../token.js';

/** A token as administrators see it: with its owner, without its key. */
export const userTokenResponse = tokenResponse
  .pick({
    id: true,
    user_id: true,
    status: true,
    name: true,
    created_time: true,
    accessed_time: true,
    expired_time: true,
    remain_quota: true,
    unlimited_quota: true,
    used_quota: true,
    group: true,
    scopes: true,
    former_key: true,
    last_use: true,
    refused_use: true,
  })
  .extend({
    masked_key: z.string().describe('First and last four characters of the key.'),
    username: z.string().describe('Name of the owner.'),
    user_role: z.int().describe('Role of the owner: 1 user, 10 administrator, 100 super administrator.'),
  })
  .meta({ id: 'UserToken' });
export type UserTokenResponse = z.infer<typeof userTokenResponse>;

export const userTokenPageResponse = pageResponse(userTokenResponse).meta({ id: 'UserTokenPage' });
export type UserTokenPageResponse = z.infer<typeof userTokenPageResponse>;

export const userTokenListQuery = z.object({
  ...pageParameters,
  keyword: textParameter('Part of the name of the token or of its owner, or the id of the token.'),
  user_id: integerParameter('Owner; 0 = all.'),
  status: tokenStatusParameter,
});
export type UserTokenListQuery = z.infer<typeof userTokenListQuery>;

/** A key is in the body, because addresses of requests are stored in logs of proxies and browsers. */
export const findUserTokensRequest = z.strictObject({
  key: z
    .string()
    .trim()
    .min(3)
    .max(256)
    .describe('A whole key, its last three or four characters, or a masked key as the console shows it.'),
});
export type FindUserTokensRequest = z.infer<typeof findUserTokensRequest>;

export const manageUserTokenRequest = z.strictObject({
  id: z.int().positive('token_id_missing'),
  action: z.enum(['disable', 'enable', 'replace_key']),
});
export type ManageUserTokenRequest = z.infer<typeof manageUserTokenRequest>;

export const managedUserTokenResponse = userTokenResponse
  .extend({
    notified: z
      .boolean()
      .describe('Whether a notice was sent to the owner: by `replace_key`, if the owner has an address.'),
  })
  .meta({ id: 'ManagedUserToken' });
export type ManagedUserTokenResponse = z.infer<typeof managedUserTokenResponse>;
