/** Sets variables of this process, for packages that read them there. @returns a function that restores the former ones */
export function setVariables(values: Readonly<Record<string, string>>): () => void {
  const former = Object.keys(values).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, values);
  return () => {
    for (const [name, value] of former)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  };
}
