import { applyEdits, editsOf } from '../../json/splice.js';
import { objectsWith, scanObject } from '../../json/scan.js';

/**
 * Tools of Anthropic that take `max_uses`:
 * https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/web-search-tool#max-uses
 */
const LIMITED = /^web_(?:search|fetch)_\d{8}$/;

/** Lowers the uses of each tool that Anthropic runs to at most `calls`; smaller limits of the client and all other bytes stay. */
export function limitTools(body: Buffer, calls: number): Buffer {
  const member = scanObject(body).find('tools');
  if (!member) return body;
  const edits = objectsWith(body, member.start, 'type').flatMap((tool) => {
    const type = tool.find('type');
    if (!type || !LIMITED.test(String(tool.value(type)))) return [];
    const uses = tool.find('max_uses');
    const requested = uses && tool.value(uses);
    if (!tool.isRepeated && typeof requested === 'number' && requested > 0 && requested <= calls) return [];
    return editsOf(tool, new Map([['max_uses', String(calls)]]));
  });
  return applyEdits(body, edits);
}
