const MAX_NAME = 200;
/** Space for the number that makes a name unique. */
const MAX_NUMBER = 8;

/**
 * Names of documents, which must be unique and may contain letters, digits, single spaces, hyphens, parentheses and
 * brackets only: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_DocumentBlock.html
 */
export class DocumentNames {
  private readonly used = new Set<string>();

  /** @param requested file name; undefined for a neutral name */
  unique(requested: string | undefined): string {
    const name =
      (requested ?? '')
        .replace(/\.\w{1,5}$/, '')
        .replace(/[^A-Za-z0-9\s\-()[\]]/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, MAX_NAME - MAX_NUMBER)
        .trim() || 'document';
    let free = name;
    for (let number = 2; this.used.has(free); number++) free = `${name} (${number})`;
    this.used.add(free);
    return free;
  }
}
