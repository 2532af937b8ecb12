import type { ChannelReportResponse } from '#contract/resources/channels/channel-report';
import type { StoredText } from '#contract/stored-texts/stored-text';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../lib/format/format';
import { codedText } from '../../../text/log-text';
import { FigureTable } from './figure-table';
import { Panel } from './panel';

/** What administrators changed. */
export function ChangesPanel({ changes }: { changes: ChannelReportResponse['changes'] }) {
  const { t } = useTranslation();
  const title = t('channelPage.changes');
  return (
    <Panel title={title} empty={changes.length === 0 ? t('channelPage.noChanges') : undefined}>
      <FigureTable
        label={title}
        narrow
        columns={[title, t('channelPage.by'), t('channelPage.time')]}
        rows={changes.map(({ id, content, text, actor_name: name, created_at: at }) => {
          const sentence = codedText(content, text ? (text as StoredText) : undefined);
          return {
            key: id,
            cells: [
              <span key="what" title={sentence}>
                {sentence}
              </span>,
              name,
              formatTime(at),
            ],
          };
        })}
      />
    </Panel>
  );
}
