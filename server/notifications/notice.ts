import { z } from 'zod';

/** Placeholder in `content` for the next of `values`, in order. */
const PLACEHOLDER = '{{value}}';

/** A notification for a user or the super administrator, independent of the delivery method. */
export const notice = z.strictObject({
  /** `quota_exceed`, `channel_update_{id}_{status}`, `channel_test`, … */
  type: z.string(),
  title: z.string(),
  /** Plain text, or HTML of the gateway with a `{{value}}` for each of `values`. */
  content: z.string(),
  format: z.enum(['text', 'html']),
  values: z.array(z.string()),
});
export type Notice = z.infer<typeof notice>;

/** HTML of the gateway with named parameters, as the content of a notice and its values. */
export function withValues(
  html: string,
  params: Readonly<Record<string, string>>,
): Pick<Notice, 'content' | 'values'> {
  const values: string[] = [];
  const content = html.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    values.push(params[name] ?? '');
    return PLACEHOLDER;
  });
  return { content, values };
}

/** The notice as the HTML of a mail. External text is escaped. */
export function noticeHtml({ content, format, values }: Notice): string {
  if (format === 'text') return escaped(content);
  const rest = [...values];
  return content.replaceAll(PLACEHOLDER, () => escaped(rest.shift() ?? ''));
}

/** The notice as plain text: values are filled in, line breaks kept, and other markup of the gateway left out. */
export function noticeText({ content, format, values }: Notice): string {
  if (format === 'text') return content;
  const rest = [...values];
  return content.replaceAll(/<[^>]*>|\{\{value\}\}/g, (part) => {
    if (part === PLACEHOLDER) return rest.shift() ?? '';
    // Attributes have values too, which the text shows in another place or not at all.
    rest.splice(0, part.split(PLACEHOLDER).length - 1);
    return /^<br\b/i.test(part) ? '\n' : '';
  });
}

/**
 * The notice as webhooks receive it: with placeholders in the content and the values in a list.
 * @param createdAt when the notice was created; the same in every attempt, and so is the signature
 */
export function noticeBody({ type, title, content, values }: Notice, createdAt: Date): string {
  const timestamp = Math.floor(createdAt.getTime() / 1000);
  return JSON.stringify({ type, title, content, ...(values.length > 0 && { values }), timestamp });
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** External text as HTML. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
