import type { ChannelReportResponse } from '#contract/resources/channels/channel-report';
import useSWR from 'swr';
import { get } from '../../../lib/api/api';

const REFRESH_MS = 15_000;

/** What happened to a channel; refreshed while the page is visible. */
export function useChannelReport(id: string) {
  const { data, error, mutate } = useSWR<ChannelReportResponse, unknown>(
    `/api/channel/${id}/report`,
    (path: string) => get<ChannelReportResponse>(path),
    { refreshInterval: REFRESH_MS },
  );
  return {
    report: data,
    error,
    async refresh() {
      await mutate();
    },
  };
}
