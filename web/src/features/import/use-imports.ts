import type {
  ImportedBalancesResponse,
  ImportRunDetailResponse,
  ImportsResponse,
  ImportUploadResponse,
  StartImportRequest,
} from '#contract/resources/import';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call, get, uploadFile } from '../../lib/api/api';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';

const PATH = '/api/import';
const RUNNING_MS = 1500;

export function isActive(state: string | undefined): boolean {
  return state === 'queued' || state === 'running';
}

/** Runs and files, and what can be done with them. @param onStarted gets the id of a new run */
export function useImports(onStarted: (id: number) => void) {
  const { t } = useTranslation();
  const { data, error, mutate } = useSWR<ImportsResponse, Error>(PATH, get<ImportsResponse>, {
    refreshInterval: (latest) => (latest?.runs.some(({ state }) => isActive(state)) ? RUNNING_MS : 0),
  });
  const refresh = async () => void (await mutate());
  const upload = useAction(
    (file: File) =>
      uploadFile<ImportUploadResponse>(`${PATH}/upload?name=${encodeURIComponent(file.name)}`, file),
    async ({ data: { name } }) => {
      toast.success(t('importing.uploaded', { name }));
      await mutate();
    },
  );
  const removeUpload = useAction((id: string) => call<null>('DELETE', `${PATH}/upload/${id}`), refresh);
  const start = useAction(
    (request: StartImportRequest) => call<{ id: number }>('POST', PATH, { body: request }),
    async ({ data: { id } }) => {
      onStarted(id);
      await mutate();
    },
  );
  const cancel = useAction(
    (id: number) => call<null>('POST', `${PATH}/${id}/cancel`),
    async () => {
      toast.success(t('importing.cancelled'));
      await mutate();
    },
  );
  return { data, error, refresh, upload, removeUpload, start, cancel };
}

/** A run, read again while it goes on. */
export function useImportRun(id: number | undefined) {
  return useSWR<ImportRunDetailResponse, Error>(
    id === undefined ? null : `${PATH}/${id}`,
    get<ImportRunDetailResponse>,
    { refreshInterval: (latest) => (isActive(latest?.state) ? RUNNING_MS : 0) },
  );
}

export function useBalances(id: number, table: 'users' | 'tokens', page: number) {
  return useSWR<ImportedBalancesResponse, Error>(
    `${PATH}/${id}/balances?table=${table}&p=${page}`,
    get<ImportedBalancesResponse>,
    { keepPreviousData: true },
  );
}
