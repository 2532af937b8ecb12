import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import i18next from 'i18next';
import { ApiError, call, get } from '../../../lib/api/api';
import { sendEdit } from '../../../lib/list/edit';
import { toast } from '../../../lib/interaction/toast';
import { messageOf, useAction } from '../../../lib/interaction/use-action';
import { TEST_MS } from './testing/use-tested-creation';
import { useEditedRow } from '../../../lib/list/use-edited-row';
import type {
  ChannelChange,
  ChannelResponse,
  CreateChannelRequest,
  TestUnsavedChannelRequest,
  TestUnsavedChannelResponse,
} from '#contract/resources/channels/channel';
import type { RecogniseKeyRequest, RecogniseKeyResponse } from '#contract/resources/channels/key-recognition';
import type { ModelResponse } from '#contract/resources/model';

/** Replaces the server's error for a deleted channel by one that explains that the list is outdated. */
export async function orGone<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.code !== 'channel_not_found') throw problem;
    throw new ApiError(problem.status, i18next.t('channel.notFound'));
  }
}

/** The edited channel. */
export function useChannel(id: number | undefined) {
  return useEditedRow<ChannelResponse>(id === undefined ? undefined : `/api/channel/${id}`, (path) =>
    orGone(get<ChannelResponse>(path)),
  );
}

/** All model names that the server knows. */
export function useKnownModels(): string[] {
  const all = useSWR('/api/channel/models', (path: string) => get<ModelResponse[]>(path));
  return useMemo(() => [...new Set((all.data ?? []).map(({ id }) => id))], [all.data]);
}

/** Fetches the upstream's model list: by the form's key if one is entered, else by the saved channel's id. */
export function useFetchModels(onFetched: (models: string[]) => void) {
  const { t } = useTranslation();
  return useAction(
    async (
      id: number | undefined,
      address: { type: number; base_url: string; key: string; setting: string },
    ) => {
      try {
        return id === undefined || address.key !== ''
          ? await call<string[]>('POST', '/api/channel/fetch_models', { body: address })
          : await call<string[]>('GET', `/api/channel/fetch_models/${id}`);
      } catch (problem) {
        const why = messageOf(problem);
        const failed = t('channelForm.fetchFailed');
        throw new Error(why === failed ? failed : `${failed}: ${why}`, { cause: problem });
      }
    },
    ({ data }) => onFetched(data),
  );
}

/** Tests a channel as the form describes it. A failed test is a result, too. */
export function useTestUnsaved(onTested: (result: TestUnsavedChannelResponse) => void) {
  return useAction(
    (body: TestUnsavedChannelRequest, _then: (result: TestUnsavedChannelResponse) => void) =>
      call<TestUnsavedChannelResponse>('POST', '/api/channel/test', { body, timeoutMs: TEST_MS }),
    ({ data }, _body, then) => {
      onTested(data);
      then(data);
    },
  );
}

/** Recognises a key; with `probe` the server sends it to the upstreams in question. */
export function useRecogniseKey(onRecognised: (result: RecogniseKeyResponse) => void) {
  return useAction(
    (body: RecogniseKeyRequest) => call<RecogniseKeyResponse>('POST', '/api/channel/recognise', { body }),
    ({ data }) => onRecognised(data),
  );
}

export function useChannelWrites(onWritten: () => Promise<void>) {
  const { t } = useTranslation();
  const create = useAction(
    (input: CreateChannelRequest) => call<null>('POST', '/api/channel/', { body: input }),
    async () => {
      toast.success(t('channel.created'));
      await onWritten();
    },
  );
  const update = useAction(
    (id: number, change: ChannelChange) =>
      orGone(sendEdit<ChannelResponse>('/api/channel/', { id, ...change })),
    async () => {
      toast.success(t('channel.updated'));
      await onWritten();
    },
  );
  return { create, update };
}
