import { Frame } from './frame';
import { Markdown } from './markdown';
import classes from './site-text.module.css';

/** What an operator wrote for a whole page: an https address is shown in a frame, all else as Markdown or HTML. */
export function SiteText({ text, title }: { text: string; title: string }) {
  if (text.startsWith('https://')) return <Frame src={text.trim()} title={title} />;
  return (
    <article className={classes.body} aria-label={title}>
      <Markdown text={text} />
    </article>
  );
}
