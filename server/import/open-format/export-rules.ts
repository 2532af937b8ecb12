/** What the import does with rows of an export in the open format that lack something. */
export const EXPORT_RULES = {
  secret_left: {
    found: 'a secret that the export does not have, or has as a hash by another TOLLGATE_SECRET',
    done: 'imported without it',
    todo: 'enter or create it again',
  },
  channel_key_left: {
    found: 'a channel whose key, proxy or headers the export does not have',
    done: 'imported disabled, without them',
    todo: 'enter them, then enable the channel',
  },
  token_key_left: {
    found: 'a token whose key the export does not have, or has as a hash by another TOLLGATE_SECRET',
    done: 'imported with a new key',
    todo: 'let its owner copy the key, or replace it',
  },
  code_left: {
    found: 'a redemption code whose text the export does not have',
    done: 'imported with another text; one that was unused is disabled',
    todo: 'enable it, and give away the new text',
  },
  channel_missing: {
    found: 'a purchase price whose channel is not imported',
    done: 'not imported',
    todo: '',
  },
  record_left: {
    found: 'a record of the old installation, to be read',
    done: 'checked, not imported',
    todo: '',
  },
} as const;
