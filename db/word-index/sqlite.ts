import { statementsOf } from "../statement.ts";
import type { Phrase, Place, WordIndex, WordQuery } from "./ports.ts";
import { comparePlaces, NUMBERS_SQL } from "./tokens.ts";

const PLACE = `select rowid / ${NUMBERS_SQL}, rowid % ${NUMBERS_SQL} from transcript_words`;
const at = `? * ${NUMBERS_SQL} + ?`;

/** The tokens of all documents come as one blob, which SQLite cuts without copying it: parsing them as JSON costs more. */
const PUT = `insert or replace into transcript_words (rowid, words) select (item.value ->> 0) * ${NUMBERS_SQL} + (item.value ->> 1), cast(substr(?1, item.value ->> 2, item.value ->> 3) as text) from json_each(?2) as item where true`;
const REMOVE =
	"delete from transcript_words where rowid in (select rowid from transcript_words where transcript_words match ? limit ?)";
const MERGE = "insert into transcript_words (transcript_words, rank) values ('merge', ?)";
/** Pages of 4 KiB that one statement of a merge writes, in about half a ms; more for a word that very many documents have. */
const MERGE_PAGES = 8;
/** Statements of a merge in one transaction, whose commit takes as long as one of them. */
const MERGES = 6;
/** Documents that one statement stores or removes. */
const DOCUMENTS = 50;

/** Returns a phrase as FTS5 reads it. A token has nothing but letters, digits, marks and signs, so it needs no escape. */
const phrase = ({ tokens, isPrefix }: Phrase): string => `"${tokens.join(" ")}"${isPrefix ? " *" : ""}`;
const word = (token: string): string => `"${token}"`;

/** Returns a query in the language of FTS5. */
function expression({ all, none, anyOf }: WordQuery): string {
	const having = all.map(phrase).join(" AND ");
	const within = anyOf === null ? having : `(${having}) AND (${anyOf.map(word).join(" OR ")})`;
	return none.length === 0 ? within : `(${within}) NOT (${none.map(phrase).join(" OR ")})`;
}

/**
 * The index in FTS5: contentless, since segments are stored already. A list of documents is read from its end, so the
 * newest come first without sorting. What is removed is only marked, until a merge writes the index without it.
 */
export const sqliteWordIndex: WordIndex = {
	keepsRemoved: true,

	async put(tx, documents) {
		// FTS5 writes out what it has gathered when a document comes before the one before.
		const sorted = [...documents].sort(comparePlaces);
		for (let start = 0; start < sorted.length; start += DOCUMENTS) {
			const some = sorted.slice(start, start + DOCUMENTS);
			let next = 1;
			const rows = some.map(({ tick, number, tokens }) => {
				const [from, bytes] = [next, Buffer.byteLength(tokens)];
				next += bytes;
				return [tick, number, from, bytes] as const;
			});
			const words = Buffer.from(some.map(({ tokens }) => tokens).join(""));
			await statementsOf(tx).write(PUT, [words, JSON.stringify(rows)]);
		}
	},

	async removePortion(tx, _tenant, token, limit) {
		for (let removed = 0; ; ) {
			const size = Math.min(DOCUMENTS, limit - removed);
			const { changes } = await statementsOf(tx).write(REMOVE, [word(token), size]);
			removed += changes;
			if (changes < size || removed >= limit) return removed;
		}
	},

	async find(db, query, { from, before, take }) {
		const text = `${PLACE} where transcript_words match ? and rowid >= ${at} and rowid < ${at} order by rowid desc limit ${Math.floor(take)}`;
		const params = [expression(query), from.tick, from.number, before.tick, before.number];
		const rows = await statementsOf(db).rows(text, params, false);
		return rows.map(([tick, number]): Place => ({ tick: Number(tick), number: Number(number) }));
	},

	async compact(tx, step) {
		const statements = statementsOf(tx);
		// The number of changes of one statement does not tell whether a merge had something to do.
		const changes = async () => Number((await statements.rows("select total_changes()", [], true))[0]?.[0]);
		for (let merges = 0; merges < MERGES; merges++) {
			const before = await changes();
			await statements.write(MERGE, [step === "rewrite" ? -MERGE_PAGES : MERGE_PAGES]);
			if ((await changes()) - before <= 1) return merges > 0;
			if (step === "rewrite") return true;
		}
		return true;
	},
};
