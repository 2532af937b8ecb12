const scripts = new Map<string, Promise<void>>();

/** Loads a third-party script once; a failed load may be retried. The server's Content Security Policy lists the hosts. */
export function loadScript(src: string): Promise<void> {
  const pending = scripts.get(src);
  if (pending) return pending;
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      scripts.delete(src);
      script.remove();
      reject(new Error(`${src} could not be loaded`));
    };
    document.head.append(script);
  });
  scripts.set(src, loading);
  return loading;
}
