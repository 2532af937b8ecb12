import { Injectable } from '@nestjs/common';
import { LogType } from '../../contract/enums.js';
import { storedText } from '../../contract/stored-texts/catalogue.js';
import { OptionsEditor } from '../../options/options-editor.js';
import { LogWriter } from './log-writer.js';

/** Maximum length of a logged option value. Price tables are long, and the log is not meant to store them completely. */
const MAX_VALUE_LENGTH = 2000;

/** Logs every change of an option, in the same transaction. */
@Injectable()
export class OptionChanges {
  constructor(editor: OptionsEditor, logs: LogWriter) {
    editor.onSave(async ({ actor, changes }, manager) => {
      for (const { key, before, after } of changes)
        await logs.write(manager, {
          userId: actor.id,
          username: actor.username,
          by: actor,
          type: LogType.management,
          text: storedText('option_changed', { key }),
          other: {
            admin_info: { admin_id: actor.id, admin_username: actor.username },
            option: {
              key,
              before: before.slice(0, MAX_VALUE_LENGTH),
              after: after.slice(0, MAX_VALUE_LENGTH),
            },
          },
        });
    });
  }
}
