import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { LogWriter } from '../../billing/logs/log-writer.js';
import { LogType } from '../../contract/enums.js';
import { storedText } from '../../contract/stored-texts/catalogue.js';
import type { Acting } from '../../core/http/access/account.js';
import { OptionsEditor } from '../../options/options-editor.js';
import type { Notice } from './notice.entity.js';
import { NoticesRepository } from './notices.repository.js';

/** The latest notices to all visitors. */
@Injectable()
export class Notices {
  constructor(
    private readonly notices: NoticesRepository,
    private readonly logs: LogWriter,
    @InjectDataSource() private readonly database: DataSource,
    editor: OptionsEditor,
  ) {
    editor.onSave(async ({ changes }, manager) => {
      const change = changes.find(({ key }) => key === 'Notice');
      if (!change || change.after.trim() === '' || change.after === change.before) return;
      await this.notices.add(manager, change.after, Math.floor(Date.now() / 1000));
    });
  }

  /** Newest first. */
  list(): Promise<Notice[]> {
    return this.notices.newest();
  }

  /** Takes a notice out of the list, with a row of the log. The present one is an option. */
  async remove(by: Acting, id: number): Promise<void> {
    const { id: userId, username } = by;
    await this.database.transaction(async (manager) => {
      if (!(await this.notices.remove(manager, id))) return;
      const other = { admin_info: { admin_id: userId, admin_username: username } };
      const text = storedText('notice_deleted', { id });
      await this.logs.write(manager, { by, userId, username, type: LogType.management, text, other });
    });
  }
}
