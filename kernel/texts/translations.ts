/** The translations of English texts: every language but English, under the English text. */
export type Translations = Readonly<Record<string, { readonly es: string; readonly de: string }>>;
