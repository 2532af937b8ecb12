import type { InvitationResponse, InviteFields } from '#contract/resources/accounts/invitation';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call, get } from '../../lib/api/api';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';

/** Open invitations by mail. */
export function useInvitations() {
  const { t } = useTranslation();
  const { data, error, mutate } = useSWR<InvitationResponse[], unknown>('/api/invitation', (path: string) =>
    get<InvitationResponse[]>(path),
  );
  const invite = useAction(
    (body: InviteFields) => call<InvitationResponse>('POST', '/api/invitation', { body }),
    async ({ data: { email } }) => {
      toast.success(t('user.invite.sent', { email }));
      await mutate();
    },
  );
  const revoke = useAction(
    ({ id }: InvitationResponse) => call<null>('DELETE', `/api/invitation/${id}`),
    async () => {
      toast.success(t('user.invite.revoked'));
      await mutate();
    },
  );
  return { open: data, error, retry: () => void mutate(), invite, revoke };
}
