import { useTranslation } from 'react-i18next';
import { call, withQuery } from '../../../lib/api/api';
import { toast } from '../../../lib/interaction/toast';
import { messageOf, useAction } from '../../../lib/interaction/use-action';

export function useLogCleaning() {
  const { t } = useTranslation();
  return useAction(
    async (before: number) => {
      try {
        return await call<number>('DELETE', withQuery('/api/log/', { target_timestamp: before }));
      } catch (problem) {
        throw new Error(t('settings.operation.logs.clearFailed', { message: messageOf(problem) }), {
          cause: problem,
        });
      }
    },
    ({ data }) => toast.success(t('settings.operation.logs.cleared', { count: data })),
  );
}
