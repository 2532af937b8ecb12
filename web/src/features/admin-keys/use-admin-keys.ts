import type {
  AdminKeyFields,
  AdminKeyResponse,
  CreatedAdminKeyResponse,
} from '#contract/resources/accounts/admin-key';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call, get } from '../../lib/api/api';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';

const PATH = '/api/admin-key';

/**
 * The admin keys that the account may see.
 * @param onCreated receives the key, which no other answer contains
 */
export function useAdminKeys(onCreated: (key: string) => void) {
  const { t } = useTranslation();
  const { data, error, mutate } = useSWR<AdminKeyResponse[], unknown>(PATH, (path: string) =>
    get<AdminKeyResponse[]>(path),
  );
  const create = useAction(
    (body: AdminKeyFields) => call<CreatedAdminKeyResponse>('POST', PATH, { body }),
    async ({ data: { key } }) => {
      onCreated(key);
      await mutate();
    },
  );
  const revoke = useAction(
    ({ id }: AdminKeyResponse) => call<null>('DELETE', `${PATH}/${id}`),
    async () => {
      toast.success(t('adminKeys.revoked'));
      await mutate();
    },
  );
  return { keys: data, error, refresh: () => mutate(), create, revoke };
}
