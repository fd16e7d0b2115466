// Words for a count, in the form that a language wants for it.

export type Forms = { readonly [form in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/** The count stands where the # is. */
export function plurals(language: string): (count: number, forms: Forms) => string {
  let rules: Intl.PluralRules | undefined;
  return (count, forms) => {
    rules ??= new Intl.PluralRules(language);
    return (forms[rules.select(count)] ?? forms.other).replace('#', String(count));
  };
}
