import { Frame } from './frame';
import { Markdown } from './markdown';
import classes from './site-text.module.css';

interface SiteTextProps {
  text: string;
  title: string;
  /** The surrounding page has padding. */
  padded?: boolean;
}

/** Operator content for a whole page: an https URL is shown in a frame, other text as Markdown or HTML. */
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
