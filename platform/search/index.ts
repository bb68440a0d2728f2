export { COMPLETE, createSearchBuilder, progressKey } from "./build.ts";
export type { SearchSource } from "./ports.ts";
export { type FilterValues, type ListValues, searchedList } from "./repository/searched-list.ts";
export { addToSearch, entryTerms } from "./repository.ts";
