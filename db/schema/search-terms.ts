import { tenant } from "../declarations.ts";
import { bigint, byteText, clustered, id, primaryKey, table, text } from "../dsl.ts";

/**
 * The words by which rows of lists are found. The first row of an entry has the empty term and all of its words; then
 * one row for each word follows. The entries of all organizations, as only the operator lists them, belong to the
 * pseudo tenant `platform`; that is why no foreign key is here.
 */
export const searchTerms = clustered(
	table(
		"search_terms",
		{
			orgId: tenant({ notExported: "an index of what is exported" }).notNull(),
			/** What is searched, such as `member`. */
			collection: id().notNull(),
			/** A word of `wordsOf`; empty in the first row of an entry. */
			term: byteText().notNull(),
			/** Place of the row in its list, which never changes: the time it was created or joined, Unix ms. */
			position: bigint().notNull(),
			/** Id of the row. */
			id: id().notNull(),
			/** In the first row of an entry its words, each after a space; in the others its sort key, null without one. */
			words: text(),
		},
		(t) => [primaryKey({ columns: [t.orgId, t.collection, t.term, t.position, t.id] })],
	),
);

/** A row of the index as stored. */
export type SearchTermRow = typeof searchTerms.$inferSelect;
