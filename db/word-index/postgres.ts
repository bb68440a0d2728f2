import { statementsOf } from "../statement.ts";
import type { IndexedDocument, Phrase, Place, WordIndex, WordQuery } from "./ports.ts";
import { GAP, NUMBERS_SQL } from "./tokens.ts";

const at = (tick: string, number: string) => `cast(${tick} as bigint) * ${NUMBERS_SQL} + cast(${number} as bigint)`;
const PLACE = `document / ${NUMBERS_SQL}, document % ${NUMBERS_SQL}`;

const PUT = `insert into transcript_words (tenant, document, words) select cast(item.value ->> 2 as bigint), ${at("item.value ->> 0", "item.value ->> 1")}, cast(item.value ->> 3 as tsvector) from jsonb_array_elements(cast(cast($1 as text) as jsonb)) as item(value) on conflict (tenant, document) do update set words = excluded.words`;
const REMOVE =
	"delete from transcript_words where tenant = $1 and document = any(array(select document from transcript_words where tenant = $1 and words @@ cast($2 as tsquery) limit $3))";
const RANGE = `document >= ${at("$3", "$4")} and document < ${at("$5", "$6")}`;
/**
 * Looks at the newest documents of the tenant, since whatever is said often is found soon; and looks up by the index what
 * is said seldom, and sorts it. Tenants are compared so that their documents are not read by the primary key for that.
 */
const FIND = `with looked as (select document from (select document, words from transcript_words where tenant = $1 and ${RANGE} order by document desc limit $8) as newest where words @@ cast($2 as tsquery) order by document desc limit $7), looked_up as (select document from transcript_words where words @@ cast($2 as tsquery) and tenant + 0 = $1 and ${RANGE} and (select count(*) from looked) < $7 order by document desc limit $7) select ${PLACE} from (select document from looked union select document from looked_up) as found order by document desc limit $7`;
/** How many documents are looked at for each that is asked for, before they are looked up. */
const LOOKED_AT = 40;

const lexeme = (token: string): string => `'${token}'`;
const phrase = ({ tokens, isPrefix }: Phrase): string => `(${tokens.map(lexeme).join(" <-> ")}${isPrefix ? ":*" : ""})`;

/** Returns a query in the language of `tsquery`. */
function expression({ all, none, anyOf }: WordQuery): string {
	const within = anyOf === null ? [] : [`(${anyOf.map(lexeme).join(" | ")})`];
	return [...all.map(phrase), ...within, ...none.map((not) => `!${phrase(not)}`)].join(" & ");
}

/** Most positions of a lexeme, and the last position: limits of `tsvector`. */
const MAX_POSITIONS = 255;
const LAST_POSITION = 16_383;

/** Returns the tokens of a document with their positions, as `tsvector` is written. */
function vector({ tokens }: IndexedDocument): string {
	const positions = new Map<string, number[]>();
	for (const [index, token] of tokens.split(" ").entries()) {
		if (token === GAP) continue;
		const known = positions.get(token);
		if (known === undefined) positions.set(token, [Math.min(index + 1, LAST_POSITION)]);
		else if (known.length < MAX_POSITIONS && index < LAST_POSITION) known.push(index + 1);
	}
	return [...positions].map(([token, places]) => `${lexeme(token)}:${places.join()}`).join(" ");
}

/**
 * The index in a table with a `tsvector` and GIN. GIN knows no order: what is frequent is found by looking at the newest
 * documents of the tenant, what is rare by the index.
 */
export const postgresWordIndex: WordIndex = {
	keepsRemoved: false, // Until a vacuum, as in any of its tables.

	async put(tx, documents) {
		const rows = documents.map((document) => [document.tick, document.number, document.tenant, vector(document)]);
		await statementsOf(tx).write(PUT, [JSON.stringify(rows)]);
	},

	async removePortion(tx, tenant, token, limit) {
		return (await statementsOf(tx).write(REMOVE, [tenant, lexeme(token), limit])).changes;
	},

	async find(db, query, { from, before, take }) {
		const slice = [from.tick, from.number, before.tick, before.number, take, take * LOOKED_AT];
		const rows = await statementsOf(db).rows(FIND, [query.tenant, expression(query), ...slice], false);
		return rows.map(([tick, number]): Place => ({ tick: Number(tick), number: Number(number) }));
	},

	compact: async () => false, // By autovacuum.
};
