import type { TFunction } from 'i18next';
import { Quota } from '../../ui/badge/quota';
import type { Brief } from '../../ui/table/data-table.types';
import { StatusText, TypeName } from './channel-cells';
import { type ChannelRow, isTag } from './channel-rows';

/** A channel, or a tag with its channels, in two lines, for phones. */
export function channelBrief(row: ChannelRow, t: TFunction): Brief {
  const value = <Quota value={row.used_quota} />;
  const status = <StatusText status={row.status} />;
  if (isTag(row))
    return {
      title: t('channel.tagged', { tag: row.tag }),
      value,
      line: row.channels.map(({ name }) => name).join(', '),
      status,
    };
  return {
    title: row.name,
    value,
    line: (
      <>
        {`#${row.id} · `}
        <TypeName type={row.type} />
        {` · ${row.group}`}
      </>
    ),
    status,
  };
}
