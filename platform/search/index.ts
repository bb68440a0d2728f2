export { COMPLETE, createSearchBuilder, progressKey } from "./build.ts";
export type { SearchableRow, SearchSource } from "./ports.ts";
export { addToSearch, entryTerms, eraseTenant, removeFromSearch, updateSearch } from "./repository.ts";
