import { Markdown } from '../../ui/text/markdown';
import classes from './notice.module.css';

export function Notice({ text }: { text: string }) {
  return (
    <div className={classes.notice} tabIndex={0}>
      <Markdown text={text} />
    </div>
  );
}
