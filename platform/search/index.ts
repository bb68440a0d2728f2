export { COMPLETE, createSearchBuilder, progressKey } from "./build.ts";
export type { SearchableRow, SearchSource } from "./ports.ts";
export {
	type AfterValues,
	addToSearch,
	afterValues,
	type EntryKey,
	entryTerms,
	eraseTenant,
	type FoundValues,
	found,
	foundOrder,
	foundRows,
	hasOtherWords,
	hasWords,
	prepareSearch,
	removeFromSearch,
	type SearchScope,
	updateSearch,
	type WordValues,
} from "./repository.ts";
