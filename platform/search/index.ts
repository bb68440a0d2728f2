/**
 * The search index finds the rows of a list by the beginnings of their words, with one table on both engines
 * (`db/search.ts`; decision 025). A list with `q` is a declaration, `searchedList`: its table, its place in the index,
 * its words, its filters; it chooses how a slice is read. The module adds, changes and removes the words of its rows
 * in the transaction that changes them, and contributes the `searchSource` of the declaration, from which the index is
 * built.
 */
export { COMPLETE, createSearchBuilder, progressKey } from "./build.ts";
export type { SearchSource } from "./ports.ts";
export { type FilterValues, type ListValues, searchedList } from "./repository/searched-list.ts";
export { addToSearch, entryTerms } from "./repository.ts";
