import { Frame } from './frame';
import { Markdown } from './markdown';
import classes from './site-text.module.css';

interface SiteTextProps {
  text: string;
  title: string;
  /** The page around it has padding. */
  padded?: boolean;
}

/** What an operator wrote for a whole page: an https address is shown in a frame, all else as Markdown or HTML. */
export function SiteText({ text, title, padded }: SiteTextProps) {
  if (text.startsWith('https://')) {
    const frame = <Frame src={text.trim()} title={title} />;
    return padded ? <div className={classes.bleed}>{frame}</div> : frame;
  }
  return (
    <article className={classes.body} aria-label={title}>
      <Markdown text={text} />
    </article>
  );
}
