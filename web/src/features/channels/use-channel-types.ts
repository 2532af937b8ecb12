import type { ChannelTypeForm, ChannelTypeResponse } from '#contract/resources/channels/channel-type';
import { useMemo } from 'react';
import useSWR from 'swr';
import { get } from '../../lib/api/api';

/** The form of a type that the server does not know. */
export const GENERAL_FORM: ChannelTypeForm = {
  base_url: 'general',
  base_urls: [],
  other: null,
  organization: false,
  key_hint: null,
  key_forms: [],
  key_page: '',
  key_is_document: false,
  paths: [],
  note: null,
};

const NONE: readonly ChannelTypeResponse[] = [];

export interface ChannelTypes {
  /** Undefined until loaded, and for types that the server does not know. */
  of: (type: number) => ChannelTypeResponse | undefined;
  /** All types in the order of the server; empty until loaded. */
  all: readonly ChannelTypeResponse[];
  loaded: boolean;
  error: unknown;
  retry: () => void;
}

/** Whether channels of a type must set an address. */
export function needsAddress(type: ChannelTypeResponse | undefined): boolean {
  return type !== undefined && type.served && type.base_url === null && type.form.base_url !== 'none';
}

/** Whether the address belongs to what every channel of a type sets: it is required, has its own meaning, or a choice of regions. */
export function isAddressBasic(type: ChannelTypeResponse | undefined): boolean {
  return (
    needsAddress(type) ||
    (type !== undefined && (type.form.base_url !== 'general' || type.form.base_urls.length > 0))
  );
}

/** The channel types. They only change with a release, so they are loaded once. */
export function useChannelTypes(): ChannelTypes {
  const { data, error, mutate } = useSWR<ChannelTypeResponse[], unknown>(
    '/api/channel/types',
    (path: string) => get<ChannelTypeResponse[]>(path),
    { revalidateIfStale: false, revalidateOnFocus: false, revalidateOnReconnect: false },
  );
  return useMemo(
    () => ({
      of: (type) => data?.find((one) => one.type === type),
      all: data ?? NONE,
      loaded: data !== undefined,
      error,
      retry: () => void mutate(),
    }),
    [data, error, mutate],
  );
}
