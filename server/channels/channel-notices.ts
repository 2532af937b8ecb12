import type { EntityManager } from 'typeorm';
import { ChannelStatus } from '../contract/enums.js';
import { furtherTexts } from '../contract/stored-texts/further.js';
import { sentenceIn } from '../contract/stored-texts/stored-sentence.js';
import type { Notices } from '../notifications/notices.js';
import { noticeText } from '../notifications/texts/catalogue.js';

/** Notifies the super administrator, in the same transaction, that a channel was disabled automatically. */
export async function noticeDisabled(
  notices: Notices,
  manager: EntityManager,
  { id, name }: { readonly id: number; readonly name: string },
  reason: string,
): Promise<void> {
  await notices.ofRule(
    'channel_disabled',
    `channel_update_${id}_${ChannelStatus.autoDisabled}`,
    (language) => ({
      subject: noticeText(language, 'channel_disabled_title', { id, name }),
      text: noticeText(language, 'channel_disabled', {
        id,
        name,
        reason: sentenceIn(language, reason, furtherTexts(language)),
      }),
    }),
    manager,
  );
}
