import { colorOfNumber } from '../../lib/format/colors';
import { Tag } from './tag';

/** The id of a channel; a click copies it. */
export function ChannelTag({ id }: { id: number }) {
  return (
    <Tag color={colorOfNumber(id)} copy={String(id)}>
      {id}
    </Tag>
  );
}
