import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { get } from '../../lib/api/api';
import { Fact } from './fact';

/** For users: whether there is a model that they can call. Only administrators can add one. */
export function ModelsFact() {
  const { t } = useTranslation();
  const { data } = useSWR('/api/user/models', (path: string) => get<string[]>(path));
  if (data === undefined || data.length > 0)
    return (
      <Fact
        title={data ? t('firstCall.models', { n: data.length }) : t('firstCall.modelsUnknown')}
        isDone={data !== undefined}
      />
    );
  return <Fact title={t('firstCall.noModels')} note={t('firstCall.noModelsHint')} />;
}
