import { useEffect } from 'react';
import useSWR from 'swr';
import { get } from './api';
import { readText, writeText } from '../browser/storage';
import { toast } from '../interaction/toast';
import { messageOf } from '../interaction/use-action';

export interface SiteText {
  /** The stored copy until the response arrives; undefined without one. */
  text: string | undefined;
  error: unknown;
  retry: () => void;
}

/** A page the operator wrote: Markdown, HTML, or the URL of another page. `key` stores the copy. */
export function useSiteText(path: string, key: string): SiteText {
  const { data, error, mutate } = useSWR<string, unknown>(path, get<string>, {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  useEffect(() => {
    if (data !== undefined) writeText(key, data);
  }, [data, key]);
  useEffect(() => {
    if (error !== undefined) toast.error(messageOf(error));
  }, [error]);
  return { text: data ?? readText(key), error, retry: () => void mutate() };
}
