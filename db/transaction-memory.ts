import { createLruCache } from "#kernel/lru-cache";
import { dialect } from "./dialect.ts";

type Row = unknown[];

/** What the text of a statement says of a single row. */
interface Lookup {
	/** The text without its locking clause. */
	readonly text: string;
	/** The locking clause; empty without one. */
	readonly lock: string;
}

/** A row that a transaction has read. */
interface Remembered extends Pick<Lookup, "lock"> {
	readonly params: readonly unknown[];
	readonly rows: Row[] | Promise<Row[]>;
}

const LOCK = / for (?:no key update|update|share|key share)\b.*$/;
/** Locks that FOR UPDATE includes. */
const WEAKER = /^ for (?:no key update|update|share)(?: of "\w+")?$/;
const TARGET = /^(?:insert into|update) "(\w+)"/;

const lookups = createLruCache<Lookup | false>(10_000);

/** Returns what a statement looks up; false: it is none that reads one row, which it also finds when it is read again. */
function lookupIn(statement: string): Lookup | false {
	const known = lookups.get(statement);
	if (known !== undefined) return known;
	const [lock = ""] = LOCK.exec(statement) ?? [];
	const text = statement.slice(0, statement.length - lock.length);
	const isLookup = / limit (?:1|\$\d+)$/.test(text) && !text.includes(" order by ") && !lock.includes("skip locked");
	const lookup = isLookup ? { text, lock } : false;
	lookups.set(statement, lookup);
	return lookup;
}

const isHeld = (held: string, asked: string): boolean =>
	asked === "" || asked === held || (held === " for update" && WEAKER.test(asked));

/** On SQLite nobody else writes during a transaction; on Postgres nobody changes what it has locked, but for KEY SHARE. */
const stays = ({ lock }: Lookup, params: readonly unknown[]): boolean =>
	dialect === "sqlite" || (lock !== "" && !lock.includes("key share") && params.at(-1) === 1);

/**
 * What a transaction has read and cannot change under it: a look-up of a single row that is repeated is answered without
 * the database (decision 093). What it writes itself is forgotten, by table; after a deletion, which may cascade, everything.
 */
export class TransactionMemory {
	readonly #remembered = new Map<string, Remembered[]>();

	/** Returns the rows of a statement that reads. @param run asks the database */
	read(statement: string, params: readonly unknown[], run: () => Row[] | Promise<Row[]>): Row[] | Promise<Row[]> {
		const lookup = lookupIn(statement);
		if (!lookup) return run();
		const sameText = this.#remembered.get(lookup.text);
		const known = sameText?.find((each) => isHeld(each.lock, lookup.lock) && isSame(each.params, params));
		if (known) return known.rows;
		const rows = run();
		if (!stays(lookup, params)) return rows;
		const remembered = { lock: lookup.lock, params, rows };
		if (sameText) sameText.push(remembered);
		else this.#remembered.set(lookup.text, [remembered]);
		return rows instanceof Promise ? this.#unlessEmpty(lookup.text, remembered, rows) : rows;
	}

	/** Forgets what a statement may have written. */
	forget(statement: string): void {
		const [, table] = TARGET.exec(statement) ?? [];
		if (table === undefined) this.#remembered.clear();
		else for (const text of this.#remembered.keys()) if (text.includes(`"${table}"`)) this.#remembered.delete(text);
	}

	/** Forgets a row that was not there, and is therefore not locked. */
	async #unlessEmpty(text: string, remembered: Remembered, rows: Promise<Row[]>): Promise<Row[]> {
		const found = await rows;
		if (dialect === "postgres" && found.length === 0) {
			const left = this.#remembered.get(text)?.filter((each) => each !== remembered) ?? [];
			this.#remembered.set(text, left);
		}
		return found;
	}
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
	a.length === b.length && a.every((value, index) => value === b[index]);
