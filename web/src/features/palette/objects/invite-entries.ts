import { Role } from '#contract/enums';
import type { InvitationResponse, InviteFields } from '#contract/resources/accounts/invitation';
import { IconMail } from '@tabler/icons-react';
import { call } from '../../../lib/api/api';
import { isEmail } from '../../../lib/format/is-email';
import type { PaletteEntry } from '../palette.types';
import type { Tools } from './tools';

/** The invitation of a mail address that is the whole text, as a user of the default group. Undone, its link no longer works. */
export function inviteEntries(text: string, { t }: Tools): PaletteEntry[] {
  if (!isEmail(text)) return [];
  let sent: InvitationResponse | undefined;
  const body: InviteFields = { email: text, role: Role.user, group: 'default' };
  return [
    {
      id: `invite ${text}`,
      label: t('palette.inviteByMail', { email: text }),
      description: t('palette.inviteByMailHint'),
      icon: IconMail,
      act: {
        change: {
          kind: 'user',
          async send() {
            sent = (await call<InvitationResponse>('POST', '/api/invitation', { body })).data;
          },
          done: t('user.invite.sent', { email: text }),
          undo: () => call<null>('DELETE', `/api/invitation/${sent?.id}`),
        },
      },
    },
  ];
}
