export { COMPLETE, createSearchBuilder, progressKey } from "./build.ts";
export type { SearchableRow, SearchSource } from "./ports.ts";
export {
	type AfterValues,
	addToSearch,
	afterValues,
	type EntryKey,
	eraseTenant,
	type FoundValues,
	found,
	foundOrder,
	foundRows,
	hasOtherWords,
	hasWords,
	prepareSearch,
	removeFromSearch,
	rowsOf,
	type SearchScope,
	updateSearch,
	type WordValues,
} from "./repository.ts";
