import { IndexMigration } from '../../index-migration.js';

/** The last failures of a channel: few of its rows, among very many charges. */
export class IndexChannelErrors1795700000211 extends IndexMigration {
  readonly name = 'IndexChannelErrors1795700000211';
  readonly indexes = [
    {
      name: 'logs_channel_errors',
      table: 'logs',
      columns: '(channel_id, created_at, id) WHERE type = 5',
    },
  ];
}
